import JSON

/// A program that does one piece of work per line of its input and says what it took by one line
/// of JSON: peers that have to stay warm between the rounds.
final class PeerProcess {
  private let process: TimedProcess
  private var unread: [UInt8] = []

  init(
    _ words: [String], environment: [String: String] = [:], secondsMax: Int = 600
  ) throws(BenchmarkError) {
    process = try TimedProcess(words, environment: environment, secondsMax: secondsMax)
  }

  /// Sends one line and waits for the answer's.
  func ask(_ question: JSONValue) throws(BenchmarkError) -> JSONValue {
    try process.write(question.bytes + [0x0A])
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = Array(unread[..<end])
        unread.removeFirst(end + 1)
        guard let document = try? JSONDocument(line) else {
          throw .unexpectedAnswer(
            to: process.program, String(decoding: line.prefix(200), as: UTF8.self))
        }
        return document.value(document.root)
      }
      unread += try process.chunk()
    }
  }

  /// The number with that name in the answer.
  func ask(_ question: JSONValue, for name: String) throws(BenchmarkError) -> Double {
    let answer = try ask(question)
    guard let number = answer[name]?.doubleValue else {
      throw .unexpectedAnswer(to: process.program, "nothing called \(name)")
    }
    return number
  }
}
