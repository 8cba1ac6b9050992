import Secrets
import System

extension Option {
  static let record = Option(
    "record", "FILE", .file,
    "Write every request and its response to FILE, a new file (HAR 1.2); %p in its name is the "
      + "process id, %% a percent sign")
  static let recordOver = Option(
    "record-over", "[FILE]", .optionalFile,
    "As --record, but a file of that name is replaced; without FILE, the one of --record or "
      + "PAGINATOR_RECORD")
  static let replay = Option(
    "replay", "FILE", .file,
    "Take every response from FILE, a recording (HAR), which a browser may have made; nothing is sent"
  )
}

extension OptionGroup {
  /// Options for what `serve`, `fetch`, `detect` and `profiles --try` do with the network.
  static let recording = OptionGroup("Recording", [.record, .recordOver, .replay])
}

/// The choice that a command line and the environment make about recordings.
enum RecordingChoice: Equatable {
  case network
  /// `replaces`: a file of that name makes room.
  case record(path: String, replaces: Bool)
  case replay(path: String)

  static let recordVariable = "PAGINATOR_RECORD"
  static let replayVariable = "PAGINATOR_REPLAY"

  static let variables: [ManPage.Entry] = [
    (
      recordVariable,
      "A file to record to, as --record names one, unless --record, --record-over or --replay is "
        + "given."
    ),
    (
      replayVariable,
      "A recording to replay, as --replay names one, unless one of these options is given. Both "
        + "variables at once are refused."
    ),
  ]

  static let files: [ManPage.Entry] = [
    (
      "FILE.har",
      "A recording: every request with its response (HAR 1.2). Secrets are *** in it; everything "
        + "else is what the API answered."
    )
  ]

  /// A note on what a recording holds, for help texts.
  static let note =
    "A recording has *** in place of secrets that paginator was given, of credentials in URLs "
    + "and headers, and of tokens; everything else is what the API answered, personal data "
    + "included. Look through it before you pass it on."

  init(_ arguments: Arguments) throws(UsageError) {
    try self.init(
      record: arguments.text(.record), recordOver: arguments.text(.recordOver),
      replay: arguments.text(.replay), variable: Process.variable)
  }

  /// Options override both variables; recording and replaying at once are refused. `recordOver`:
  /// "" where the option has no value.
  init(
    record: String?, recordOver: String?, replay: String?, variable: (String) -> String?
  ) throws(UsageError) {
    let over = recordOver.flatMap { $0.isEmpty ? nil : $0 }
    for (name, path) in [(Option.record, record), (Option.replay, replay)] where path == "" {
      throw UsageError("\(name.long) needs the name of a file")
    }
    if let over, let record, over != record {
      throw UsageError("--record and --record-over name two files; name one")
    }
    let path = record ?? over
    if replay != nil, path != nil || recordOver != nil {
      let option = record == nil ? Option.recordOver : .record
      throw UsageError("\(option.long) and --replay cannot be combined; leave one out")
    }
    switch (path, replay) {
    case (let path?, _): self = .record(path: path, replaces: recordOver != nil)
    case (nil, let path?): self = .replay(path: path)
    case (nil, nil): self = try Self.variables(replaces: recordOver != nil, variable)
    }
  }

  private static func variables(
    replaces: Bool, _ variable: (String) -> String?
  ) throws(UsageError) -> RecordingChoice {
    let record = variable(recordVariable).flatMap { $0.isEmpty ? nil : $0 }
    let replay = variable(replayVariable).flatMap { $0.isEmpty ? nil : $0 }
    switch (record, replay) {
    case (let path?, nil): return .record(path: path, replaces: replaces)
    case (nil, _) where replaces:
      throw UsageError("--record-over needs the name of a file")
    case (_?, _?):
      throw UsageError("\(recordVariable) and \(replayVariable) cannot be combined; unset one")
    case (nil, let path?): return .replay(path: path)
    case (nil, nil): return .network
    }
  }

  /// The substitute for environment variables that are not set. A recording has a mask in place of
  /// every secret, so that replaying it needs none.
  var unsetVariable: String? {
    if case .replay = self { Redactor.mask } else { nil }
  }

  /// A file's name with `%p` and `%%` replaced.
  static func expanded(_ path: String, processID: Int32) -> String {
    var result = ""
    var rest = path[...]
    while let mark = rest.firstIndex(of: "%") {
      result += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      switch rest.first {
      case "p":
        result += String(processID)
        rest.removeFirst()
      case "%":
        result += "%"
        rest.removeFirst()
      default: result += "%"
      }
    }
    return result + rest
  }
}
