/// A group of rows that are measured together.
struct Benchmark: Sendable {
  /// What `--only` calls it.
  let name: String
  let title: String
  let measure: @Sendable (Bench) throws(BenchmarkError) -> Outcome

  /// What a benchmark found out.
  struct Outcome {
    var rows: [Row] = []
    /// Which rows are not there and why; or what a number means.
    var notes: [String] = []
    /// What can be drawn of it.
    var plots: [Plot] = []
  }

  static let all = [
    WireBenchmark.benchmark, PassthroughBenchmark.benchmark, MappingBenchmark.benchmark,
    WalkBenchmark.benchmark, SeriesBenchmark.benchmark, WindowBenchmark.benchmark,
    FetchBenchmark.benchmark, InstructionsBenchmark.benchmark,
    AheadBenchmark.benchmark, StoreBenchmark.benchmark, RecordingBenchmark.benchmark,
    ScaleBenchmark.benchmark, HTTP2Benchmark.benchmark, SoakBenchmark.benchmark,
  ]
}

/// What every benchmark works with.
struct Bench {
  let options: Options
  let tools: Tools
  let folder: TemporaryFolder

  init(_ options: Options) throws(BenchmarkError) {
    self.options = options
    tools = try Tools()
    folder = try TemporaryFolder()
  }

  /// The one number or, with `--quick`, the other one.
  func count(_ thorough: Int, quick: Int) -> Int {
    options.isQuick ? quick : thorough
  }
}
