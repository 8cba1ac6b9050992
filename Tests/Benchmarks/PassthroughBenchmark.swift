/// Pages whose items go through as they are, beside Node's parse and stringify.
enum PassthroughBenchmark {
  static let benchmark = Benchmark(name: "json", title: "pages passed through, beside Node") {
    bench throws(BenchmarkError) in
    let race = try PageRace(bench)
    let rows = try race.rows("scan and splice", task: "pass", PageWork.passthrough()) { payload in
      payload.kind == .issues ? nil : .ratioAtLeast(10)
    }
    return Benchmark.Outcome(rows: rows, notes: race.notes)
  }
}
