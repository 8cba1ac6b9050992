import System

/// The files that a command line names, of which none may be written twice, or read and written:
/// whatever their spellings, by what they are.
struct NamedFiles {
  /// `words`: the option, for messages.
  private typealias Named = (words: String, path: String, isWritten: Bool)

  private var files: [Named] = []

  init(_ arguments: Arguments) throws(UsageError) {
    let isFetch = arguments.command.options.contains { $0.name == Option.output.name }
    if isFetch {
      let output = OutputFormat.file(arguments)
      add(output == nil ? "standard output" : Option.output.long, output ?? "/dev/stdout", true)
    }
    if let resume = arguments.text(.resume) {
      add(Option.resume.long, resume, true)
      add("the draft of --resume", resume + ".new", true)
    }
    try addRecording(arguments)
    if let log = arguments.text(.logFile) { add(Option.logFile.long, log, true) }
    let saved = arguments.isSet(.save) ? arguments.texts(.profileFiles).last : nil
    if let saved { add(Option.save.long, saved, true) }
    for file in arguments.texts(.profileFiles) where saved == nil {
      add(Option.profileFiles.long, file, false)
    }
    for option in [Option.headerFile, .caFile, .auth, .map, .open, .expired, .noItems] {
      for text in arguments.texts(option) where !ParamText.isInline(text) {
        add(option.long, text == "-" ? "/dev/stdin" : text, false)
      }
    }
    for text in arguments.texts(.data) where text.hasPrefix("@") {
      add(Option.data.long, text == "@-" ? "/dev/stdin" : String(text.dropFirst()), false)
    }
    if isFetch, let text = arguments.text(.each) { try addEach(text, arguments) }
  }

  private mutating func addRecording(_ arguments: Arguments) throws(UsageError) {
    guard arguments.command.options.contains(where: { $0.name == Option.record.name }) else {
      return
    }
    switch try RecordingChoice(arguments) {
    case .network: return
    case .record(let path, _):
      let isNamed = arguments.isSet(.record) || arguments.text(.recordOver)?.isEmpty == false
      let option = arguments.isSet(.record) ? Option.record : .recordOver
      add(
        isNamed ? option.long : RecordingChoice.recordVariable,
        RecordingChoice.expanded(path, processID: Process.id), true)
    case .replay(let path):
      let isNamed = arguments.isSet(.replay)
      add(isNamed ? Option.replay.long : RecordingChoice.replayVariable, path, false)
    }
  }

  /// SQLite itself lets a table be read while another one of its file is written.
  private mutating func addEach(_ text: String, _ arguments: Arguments) throws(UsageError) {
    switch try EachOptions.values(text) {
    case .input: add(Option.each.long, "/dev/stdin", false)
    case .file(let path): add(Option.each.long, path, false)
    case .query(let path, _):
      if try OutputFormat(arguments) != .sqlite { add(Option.each.long, path, false) }
    }
  }

  private mutating func add(_ words: String, _ path: String, _ isWritten: Bool) {
    files.append((words, path, isWritten))
  }

  /// Throws where one file has two names of which one is written to.
  func check() throws(UsageError) {
    var places: [File.Place: [Named]] = [:]
    for file in files {
      guard let place = File.place(of: file.path) else { continue }
      if let other = places[place]?.first(where: { $0.isWritten || file.isWritten }) {
        let spelling = other.path == file.path ? "" : ": \(file.path) is \(other.path)"
        throw UsageError("\(other.words) and \(file.words) need two files\(spelling)")
      }
      places[place, default: []].append(file)
    }
  }
}
