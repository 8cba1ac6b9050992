/// What a command line asks of an API, as it is written there: the options that `fetch` and
/// `detect` share.
struct AskingOptions {
  /// The command's own name, for its mistakes.
  let command: String
  var url: String?
  var profile: String?
  /// A file with open params, or the params themselves.
  var open: String?
  var mapFile: String?
  var headers: [String] = []
  var headerFiles: [String] = []
  var parameters: [String] = []
  var identity: [String] = []
  var items: String?
  var perPage: Int?

  init(command: String) {
    self.command = command
  }

  /// Takes an option; false where it is none of these.
  mutating func take(
    _ name: String, _ value: String?, _ arguments: inout Arguments
  ) throws(Arguments.UsageError) -> Bool {
    switch name {
    case "--profile": profile = try arguments.value(of: name, value)
    case "--open": open = try arguments.value(of: name, value)
    case "--header": headers.append(try arguments.value(of: name, value))
    case "--header-file": headerFiles.append(try arguments.value(of: name, value))
    case "--param": parameters.append(try arguments.value(of: name, value))
    case "--identity": identity.append(try arguments.value(of: name, value))
    case "--items": items = try arguments.value(of: name, value)
    case "--per-page": perPage = try arguments.integer(of: name, value, in: 1...Int.max)
    default: return false
    }
    return true
  }

  mutating func take(url word: String) throws(Arguments.UsageError) {
    guard !word.hasPrefix("-") else { throw Arguments.unknown(word) }
    guard url == nil else { throw Arguments.UsageError(message: "\(command) takes one URL") }
    url = word
  }

  func check() throws(Arguments.UsageError) {
    if url == nil, profile == nil, open == nil {
      throw Arguments.UsageError(message: "\(command) needs a URL, --profile or --open")
    }
  }
}
