import JSON
import Sessions
import Store
import System
import Text

/// The resume file: where a walk continues, and how much of the output belongs to it.
///
///     {"v":1,"format":"csv","outputBytes":8190,"outputEnding":"9f2c","items":100,"pages":4,
///      "columns":["id","user.name"],"leftOut":[],"duplicates":0,"checkpoint":"...",
///      "verdict":null,"endReason":null,"isOver":false,"bookmark":null,"list":"8f3a",
///      "rows":"77de","sum":"5d41402a"}
///
/// It is replaced as a whole, after the output that it describes is written. Once a walk has ended,
/// `verdict` and `endReason` record how; only a capped or partial walk continues.
struct ResumeFile {
  /// The amount delivered in all runs; its duplicates are only those that earlier runs have
  /// counted, as each run counts its own.
  var delivered = RunCounts()
  var checkpoint: LazyValue<String>?
  /// nil: standard output, which keeps nothing.
  var outputBytes: Int?
  /// A digest that identifies the output, so that no other file is cut off.
  var outputEnding: String?
  var format: OutputFormat
  var columns: [String]?
  var leftOut: [String] = []
  var verdict: String?
  var endReason: JSONValue = .null
  /// True when a walk over many lists has reached the end of the last one, regardless of how they
  /// ended.
  var isOver = false
  /// nil: none is kept.
  var bookmark: HighWaterMark?
  /// A digest of the method and of the URL without its query, from which the next walk may take how
  /// the list pages.
  var list: String?
  /// A digest of what becomes of items on their way to the output; nil: not known.
  var rows: String?

  static let files: [ManPage.Entry] = [
    ("FILE.new", "The next version of a resume file, next to it until it replaces the old one.")
  ]

  /// The greatest size of a resume file, in bytes.
  static let bytesMax = 16 << 20
  private static let version = 1
  /// The greatest value that a count may have.
  private static let countMax = 1 << 53

  init(format: OutputFormat) {
    self.format = format
  }

  /// Continues in another output, which is empty.
  mutating func beginOutput() {
    outputBytes = 0
    outputEnding = nil
    columns = nil
    leftOut = []
  }

  /// Reads a file; nil if it does not exist.
  init?(path: String) throws(FetchError) {
    let contents: [UInt8]?
    do throws(SystemError) {
      contents = try File.contents(of: path, bytesMax: ResumeFile.bytesMax)
    } catch {
      if error.isMissing { return nil }
      throw .file(path: path, .read, error)
    }
    guard let bytes = contents else {
      throw .resume(path: path, .tooLarge(maximum: ResumeFile.bytesMax))
    }
    self = try mapError({ FetchError.resume(path: path, $0) }, ResumeFile(bytes))
  }

  private init(_ bytes: [UInt8]) throws(FetchError.ResumeProblem) {
    guard let object = JSONValue(json: bytes)?.objectValue, let version = object["v"] else {
      throw .damaged
    }
    guard version.integerValue == ResumeFile.version else { throw .otherVersion }
    guard CheckpointSeal.open(ResumeFile.line(bytes)) != nil else { throw .damaged }
    let counts = 0...ResumeFile.countMax
    guard let name = object["format"]?.stringValue, let format = OutputFormat(rawValue: name),
      let pages = object["pages"]?.integer(in: counts),
      let items = object["items"]?.integer(in: counts),
      let duplicates = object["duplicates"]?.integer(in: counts),
      let checkpoint = object["checkpoint"]?.stringValue,
      let place = object["outputBytes"],
      place == .null || place.integer(in: counts) != nil,
      let columns = ResumeFile.strings(object["columns"]),
      let leftOut = ResumeFile.strings(object["leftOut"])
    else { throw .damaged }
    self.format = format
    delivered = RunCounts(pages: pages, items: items, duplicates: duplicates)
    self.checkpoint = LazyValue { checkpoint }
    outputBytes = place.integerValue
    outputEnding = object["outputEnding"]?.stringValue
    self.columns = columns
    self.leftOut = leftOut ?? []
    verdict = object["verdict"]?.stringValue
    endReason = object["endReason"] ?? .null
    isOver = object["isOver"] == .boolean(true)
    bookmark = object["bookmark"].flatMap(HighWaterMark.init)
    list = object["list"]?.stringValue
    rows = object["rows"]?.stringValue
    if format.hasColumns, items > 0, self.columns == nil, outputBytes != 0 { throw .damaged }
  }

  /// A list of strings; nil inside where it is null, nil outside where it is something else.
  private static func strings(_ value: JSONValue?) -> [String]?? {
    guard let value, value != .null else { return .some(nil) }
    guard let elements = value.arrayValue else { return nil }
    let strings = elements.compactMap(\.stringValue)
    return strings.count == elements.count ? .some(strings) : nil
  }

  private var text: [UInt8] {
    let names = { (list: [String]) in JSONValue.array(list.map(JSONValue.string)) }
    let value: JSONValue = [
      "v": .integer(ResumeFile.version), "format": .string(format.rawValue),
      "outputBytes": outputBytes.map(JSONValue.integer) ?? .null,
      "outputEnding": outputEnding.map(JSONValue.string) ?? .null,
      "items": .integer(delivered.items),
      "pages": .integer(delivered.pages), "columns": columns.map(names) ?? .null,
      "leftOut": names(leftOut), "duplicates": .integer(delivered.duplicates),
      "checkpoint": .string(checkpoint?.value ?? ""),
      "verdict": verdict.map(JSONValue.string) ?? .null, "endReason": endReason,
      "isOver": .boolean(isOver), "bookmark": bookmark?.json ?? .null,
      "list": list.map(JSONValue.string) ?? .null, "rows": rows.map(JSONValue.string) ?? .null,
    ]
    return Array((CheckpointSeal.seal(value.text) + "\n").utf8)
  }

  private static func line(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Replaces the file in one step: it is either the old one or this one, also after a crash.
  func save(to path: String) throws(FetchError) {
    try mapError({ FetchError.file(path: path, .written, $0) }, File.replace(path, with: text))
  }

  /// Checks that a file can be written next to the resume file, before any request is sent.
  static func check(_ path: String) throws(FetchError) {
    try mapError({ FetchError.file(path: path, .written, $0) }, File.checkReplacing(path))
  }
}
