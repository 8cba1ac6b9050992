import TestInput

/// One kind of random input.
struct Fuzzer: Sendable {
  /// What the command line calls it.
  let name: String
  let make: @Sendable () throws(FuzzFailure) -> any FuzzRunner

  static let all = [
    Fuzzer(name: "json") { JSONFuzzer() },
    Fuzzer(name: "paths") { PathFuzzer() },
    Fuzzer(name: "links") { LinkFuzzer() },
    Fuzzer(name: "ranges") { RangeFuzzer() },
    Fuzzer(name: "dates") { () throws(FuzzFailure) in try DateFuzzer() },
    Fuzzer(name: "urls") { URLFuzzer() },
    Fuzzer(name: "secrets") { RedactorFuzzer() },
    Fuzzer(name: "bodies") { () throws(FuzzFailure) in try BodyFuzzer() },
    Fuzzer(name: "formats") { FormatFuzzer() },
    Fuzzer(name: "zlib") { () throws(FuzzFailure) in try ZlibFuzzer() },
    Fuzzer(name: "tokens") { TokenFuzzer() },
    Fuzzer(name: "stores") { () throws(FuzzFailure) in try StoreFuzzer() },
    Fuzzer(name: "mappings") { MappingFuzzer() },
    Fuzzer(name: "expressions") { ExpressionFuzzer() },
    Fuzzer(name: "params") { ParamsFuzzer() },
    Fuzzer(name: "sessions") { SessionFuzzer() },
    Fuzzer(name: "moving") { MovingFuzzer() },
    Fuzzer(name: "dialects") { DialectFuzzer() },
    Fuzzer(name: "sequences") { SequenceFuzzer() },
    Fuzzer(name: "recordings") { () throws(FuzzFailure) in try RecordingFuzzer() },
    Fuzzer(name: "frames") { () throws(FuzzFailure) in try FrameFuzzer() },
    Fuzzer(name: "server") { () throws(FuzzFailure) in try ServerFuzzer() },
    Fuzzer(name: "agents") { () throws(FuzzFailure) in try AgentFuzzer() },
    Fuzzer(name: "resumes") { () throws(FuzzFailure) in try ResumeFuzzer() },
    Fuzzer(name: "api") { () throws(FuzzFailure) in try APIFuzzer() },
  ]
}

/// Runs one kind of input again and again.
protocol FuzzRunner {
  /// One run; throws where something is not as it should be.
  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure)
  /// Called after the last run.
  mutating func finish() throws(FuzzFailure)
  /// What came up how often, so that a fuzzer that only meets refusals is seen.
  var findings: Findings { get }
  /// How much the last run was fed, where that is more than a few kilobytes.
  var inputBytes: Int { get }
  /// The process whose memory is judged; nil: this one.
  var process: Int32? { get }
}

extension FuzzRunner {
  mutating func finish() throws(FuzzFailure) {}
  var inputBytes: Int { 0 }
  var process: Int32? { nil }
}

/// How often what came up.
struct Findings: CustomStringConvertible {
  private var counts: [String: Int] = [:]

  /// Counts one more.
  mutating func note(_ name: String) { counts[name, default: 0] += 1 }

  subscript(name: String) -> Int { counts[name] ?? 0 }

  var description: String {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
