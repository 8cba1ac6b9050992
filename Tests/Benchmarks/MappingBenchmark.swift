import JSON
import System

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
    outcome.rows.append(try memoryRow(bench))
    return outcome
  }

  static let memoryTask = "map-once"
  /// Megabytes that a process may take beside the body and the answer.
  private static let overheadMax = 20.0

  /// The peak of a process that maps the largest page once, less the page and the answer.
  private static func memoryRow(_ bench: Bench) throws(BenchmarkError) -> Row {
    let body = Payload.largest.bytes()
    let file = try bench.folder.file("memory.json", body)
    let answerBytes = try PageWork.mapping(coercing: true).answer(body).byteCount
    let output = "\(bench.folder.path)/peak"
    try TimedProcess.run(ChildTask.words(memoryTask, file), output: .file(output))
    let text = String(decoding: try WholeFile.read(output), as: UTF8.self)
    let peakBytes = text.split(separator: "\n").first.flatMap { Double($0) } ?? .nan
    return Row(
      "peak memory of 20 MB mapped, beyond body and answer", .megabytes,
      (peakBytes - Double(body.count + answerBytes)) / 1e6, goal: .valueAtMost(overheadMax))
  }

  /// The child's part: reads a page, makes its answer and prints the peak of its memory.
  static func mapOnce(_ file: String) throws(BenchmarkError) {
    let answer = try PageWork.mapping(coercing: true).answer(WholeFile.read(file))
    guard answer.byteCount > 0 else { throw .unexpectedAnswer(to: file, "nothing") }
    print(ProcessFacts.peakBytes(Process.id))
  }
}
