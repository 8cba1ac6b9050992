/// Pages whose items are mapped, beside Node's parse, map and stringify.
enum MappingBenchmark {
  static let benchmark = Benchmark(name: "mapping", title: "pages mapped, beside Node") {
    bench throws(BenchmarkError) in
    let race = try PageRace(bench)
    var outcome = Benchmark.Outcome(notes: race.notes)
    outcome.rows += try race.rows(
      "map 8 attributes, 1 relationship", task: "map", PageWork.mapping(coercing: false)
    ) { _ in .ratioAtLeast(6) }
    outcome.rows += try race.rows(
      "the same, 2 dates and 1 integer coerced", task: "coerce", PageWork.mapping(coercing: true)
    ) { _ in .ratioAtLeast(4) }
    return outcome
  }
}
