import System

extension Option {
  static let record = Option(
    "record", .file("FILE"), "Record every request with its response in FILE, a new file (HAR)")
  static let replay = Option(
    "replay", .file("FILE"), "Answer every request from FILE (HAR); nothing is sent")
}

extension OptionGroup {
  /// What `serve`, `fetch`, `detect` and `profiles --try` do with the network.
  static let recording = OptionGroup("Recording", [.record, .replay])
}

/// What a command line and the environment say about recordings.
enum RecordingChoice: Equatable {
  case none
  case record(path: String)
  case replay(path: String)

  static let recordVariable = "PAGINATOR_RECORD"
  static let replayVariable = "PAGINATOR_REPLAY"

  /// Options override both variables; both at once are refused.
  init(_ arguments: Arguments) throws(UsageError) {
    self = try RecordingChoice(
      record: arguments.text(.record), replay: arguments.text(.replay),
      variable: Process.variable)
  }

  init(
    record: String?, replay: String?, variable: (String) -> String?
  ) throws(UsageError) {
    switch (record, replay) {
    case (_?, _?): throw UsageError(message: "--record and --replay exclude each other")
    case (let path?, nil): self = .record(path: path)
    case (nil, let path?): self = .replay(path: path)
    case (nil, nil):
      let (record, replay) = (
        variable(RecordingChoice.recordVariable), variable(RecordingChoice.replayVariable)
      )
      switch (record, replay) {
      case (_?, _?):
        throw UsageError(message: "PAGINATOR_RECORD and PAGINATOR_REPLAY exclude each other")
      case (let path?, nil): self = .record(path: path)
      case (nil, let path?): self = .replay(path: path)
      case (nil, nil): self = .none
      }
    }
  }
}
