import Testing

@testable import Commands

/// What a command line and the environment say about recordings.
struct RecordingChoiceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    let variables: [String: String]
    /// nil: it is refused.
    let choice: RecordingChoice?

    init(_ words: String, _ choice: RecordingChoice?, with variables: [String: String] = [:]) {
      testDescription = words + " " + variables.description
      self.words = words.split(separator: " ").map(String.init)
      self.variables = variables
      self.choice = choice
    }
  }

  static let both = ["PAGINATOR_RECORD": "a", "PAGINATOR_REPLAY": "b"]

  @Test(arguments: [
    Case("", .network),
    Case("--record f", .record(path: "f", replaces: false)),
    Case("--record-over f", .record(path: "f", replaces: true)),
    Case("--record f --record-over", .record(path: "f", replaces: true)),
    Case("--record-over f --record f", .record(path: "f", replaces: true)),
    Case("--record-over=f --stdio", .record(path: "f", replaces: true)),
    Case("--replay f", .replay(path: "f")),
    Case("", .record(path: "a", replaces: false), with: ["PAGINATOR_RECORD": "a"]),
    Case("--record-over", .record(path: "a", replaces: true), with: ["PAGINATOR_RECORD": "a"]),
    Case("", .replay(path: "b"), with: ["PAGINATOR_REPLAY": "b"]),
    Case("", .replay(path: "b"), with: ["PAGINATOR_RECORD": "", "PAGINATOR_REPLAY": "b"]),
    Case("--record f", .record(path: "f", replaces: false), with: both),
    Case("--replay f", .replay(path: "f"), with: both),
    Case("", nil, with: both),
    Case("--record f --replay g", nil),
    Case("--record-over f --replay g", nil),
    Case("--record-over --replay g", nil, with: ["PAGINATOR_RECORD": "a"]),
    Case("--record f --record-over g", nil),
    Case("--record-over", nil),
    Case("--record-over", nil, with: ["PAGINATOR_REPLAY": "b"]),
    Case("--record=", nil),
    Case("--replay=", nil),
  ])
  func optionsOverrideVariables(test: Case) throws {
    let arguments = try Arguments(test.words, of: .serve)
    let read = { () throws(UsageError) in
      try RecordingChoice(
        record: arguments.text(.record), recordOver: arguments.text(.recordOver),
        replay: arguments.text(.replay), variable: { test.variables[$0] })
    }
    if let choice = test.choice {
      #expect(try read() == choice)
    } else {
      #expect(throws: UsageError.self) { try read() }
    }
  }

  @Test func fileThatMayBeLeftOutIsNoURLAndNoOption() throws {
    let arguments = try Arguments(
      ["--record", "f", "--record-over", "https://h/a"], of: .fetch)
    #expect(arguments.operand == "https://h/a")
    #expect(arguments.text(.recordOver) == "")
  }

  @Test(arguments: [
    ("tape.har", "tape.har"), ("tape-%p.har", "tape-7.har"), ("%%p%p%%", "%p7%"),
    ("100%", "100%"), ("%d", "%d"),
  ])
  func nameMayHoldTheProcess(name: String, path: String) {
    #expect(RecordingChoice.expanded(name, processID: 7) == path)
  }
}
