import JSON
import System

/// A client of a JSON-RPC server that it has started, as fast as it gets: the same bytes for every
/// server, and no look at more of an answer than is needed.
final class WireClient {
  let process: TimedProcess
  /// Answers that were errors, since `settle`.
  private(set) var errorCount = 0
  private var reader: FrameReader

  /// Members stand near the start of an answer.
  private static let headBytes = 200

  init(_ words: [String], secondsMax: Int = 120) throws(BenchmarkError) {
    process = try TimedProcess(words, secondsMax: secondsMax)
    reader = FrameReader(process.output)
  }

  /// A client whose server has answered `initialize` and is ready.
  static func ready(_ words: [String], secondsMax: Int = 300) throws(BenchmarkError) -> WireClient {
    let client = try WireClient(words, secondsMax: secondsMax)
    try client.initialize()
    try client.settle()
    return client
  }

  /// A message in its frame.
  static func frame(_ message: String) -> [UInt8] {
    Array("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8)
  }

  /// A request in its frame.
  static func request(_ id: Int, _ method: String, _ params: String) -> [UInt8] {
    frame("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(params)}")
  }

  /// Asks for `initialize` and waits for the answer.
  func initialize() throws(BenchmarkError) {
    let params = #"{"processId":null,"rootUri":null,"capabilities":{}}"#
    try call(Self.request(0, "initialize", params))
  }

  /// Says `initialized` and asks for what no server has, so that it has been taken in.
  func settle() throws(BenchmarkError) {
    let note = #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#
    try process.write(Self.frame(note))
    try call(Self.request(1, "no/such", "{}"))
    errorCount = 0
  }

  /// Writes a request and waits for its answer.
  func call(_ request: [UInt8]) throws(BenchmarkError) {
    try process.write(request)
    try nextAnswer()
  }

  /// Writes a request and waits for its answer; `note` is called for each message before it.
  func call(_ request: [UInt8], note: () -> Void) throws(BenchmarkError) {
    try process.write(request)
    try nextAnswer(note: note)
  }

  /// Goes to the next answer; `note` is called for what else the server says.
  func nextAnswer(note: () -> Void = {}) throws(BenchmarkError) {
    guard reader.next() else { throw process.ended }
    while !isAnswer {
      note()
      guard reader.next() else { throw process.ended }
    }
    if reader.offset(of: "\"error\":{", within: Self.headBytes) != nil { errorCount += 1 }
  }

  /// How many bytes the last answer has.
  var answerBytes: Int { reader.bodyBytes }

  /// The number of the request that the last answer is to; nil: it has none.
  var answerID: Int? {
    reader.offset(of: "\"id\":", within: Self.headBytes)
      .flatMap { Int(String(decoding: reader.digits(at: $0 + 5), as: UTF8.self)) }
  }

  /// Throws where an answer since `settle` was an error.
  func expectNoErrors(_ method: String) throws(BenchmarkError) {
    guard errorCount == 0 else {
      throw .unexpectedAnswer(to: method, "\(errorCount) errors, where none was expected")
    }
  }

  private var isAnswer: Bool {
    reader.offset(of: "\"method\"", within: Self.headBytes) == nil
      || reader.offset(of: "\"error\"", within: Self.headBytes) != nil
      || reader.offset(of: "\"result\"", within: Self.headBytes) != nil
  }
}

/// Measures with a client that is ready.
extension WireClient {
  /// Seconds of each of so many round trips, one after the other.
  func roundTrips(
    _ count: Int, _ request: (Int) -> [UInt8]
  ) throws(BenchmarkError) -> [Double] {
    var seconds: [Double] = []
    seconds.reserveCapacity(count)
    for number in 0..<count {
      let frame = request(number)
      let began = Clock.wallSeconds
      try call(frame)
      seconds.append(Clock.wallSeconds - began)
    }
    return seconds
  }

  /// Seconds until so many requests, written all at once, are answered.
  func pipelined(_ count: Int, _ request: (Int) -> [UInt8]) throws(BenchmarkError) -> Double {
    var frames: [UInt8] = []
    for number in 0..<count { frames += request(number) }
    let began = Clock.wallSeconds
    let writer = try process.writeAside(frames)
    defer { writer.join() }
    for _ in 0..<count { try nextAnswer() }
    return Clock.wallSeconds - began
  }
}
