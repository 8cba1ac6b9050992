import Sessions

/// What the command line of `paginator fetch` asks for, as it is written there.
struct FetchOptions {
  var asking = AskingOptions(command: "fetch")
  var pagesMax: Int?
  var itemsMax: Int?
  var concurrency: Int?
  var format = ItemsFormat.ndjson
  /// nil: standard output.
  var output: String?
  var resume: String?
  var wantsSummary = false
  var isQuiet = false
  var wantsHelp = false

  init(_ words: ArraySlice<String>) throws(Arguments.UsageError) {
    var arguments = Arguments(words)
    while let (name, value) = arguments.next() {
      if try takeFlag(name, value) { continue }
      if try takeText(name, value, &arguments) { continue }
      if try takeNumber(name, value, &arguments) { continue }
      if try asking.take(name, value, &arguments) { continue }
      try asking.take(url: name)
    }
    if !wantsHelp { try check() }
  }

  private mutating func takeFlag(
    _ name: String, _ value: String?
  ) throws(Arguments.UsageError) -> Bool {
    switch name {
    case "--summary": wantsSummary = true
    case "--quiet": isQuiet = true
    case "--help", "-h": wantsHelp = true
    default: return false
    }
    guard value == nil else { throw Arguments.UsageError(message: "\(name) takes no value") }
    return true
  }

  private mutating func takeText(
    _ name: String, _ value: String?, _ arguments: inout Arguments
  ) throws(Arguments.UsageError) -> Bool {
    switch name {
    case "--map": asking.mapFile = try arguments.value(of: name, value)
    case "--resume": resume = try arguments.value(of: name, value)
    case "--output":
      let file = try arguments.value(of: name, value)
      output = file == "-" ? nil : file
    case "--format":
      guard let choice = ItemsFormat(rawValue: try arguments.value(of: name, value)) else {
        let names = ItemsFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw Arguments.UsageError(message: "--format needs one of \(names)")
      }
      format = choice
    default: return false
    }
    return true
  }

  private mutating func takeNumber(
    _ name: String, _ value: String?, _ arguments: inout Arguments
  ) throws(Arguments.UsageError) -> Bool {
    let any = 1...Int.max
    switch name {
    case "--max-pages": pagesMax = try arguments.integer(of: name, value, in: any)
    case "--max-items": itemsMax = try arguments.integer(of: name, value, in: any)
    case "--concurrency":
      concurrency = try arguments.integer(of: name, value, in: 1...SessionSettings.concurrencyMax)
    default: return false
    }
    return true
  }

  private func check() throws(Arguments.UsageError) {
    try asking.check()
    if let resume, resume == output {
      throw Arguments.UsageError(message: "--output and --resume need two files")
    }
    if resume != nil, output == nil, format == .json {
      throw Arguments.UsageError(
        message: "--resume needs --output where --format is json: one array has one end")
    }
  }
}
