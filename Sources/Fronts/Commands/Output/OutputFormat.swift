/// The format in which items are written.
enum OutputFormat: String, CaseIterable {
  /// One item a line, as it is.
  case ndjson
  /// One array, an item a line.
  case json
  /// Rows with RFC 4180 quoting, a line feed at the end of each.
  case csv
  /// The same with tabs.
  case tsv
  /// Aligned columns, for people.
  case table
  /// A page for the browser with a table that can be sorted.
  case html
  /// A table of an SQLite file.
  case sqlite

  /// The endings of file names that ask for it.
  private var endings: [String] {
    switch self {
    case .ndjson: ["ndjson", "jsonl"]
    case .json: ["json"]
    case .csv: ["csv"]
    case .tsv: ["tsv", "tab"]
    case .table: []
    case .html: ["html", "htm"]
    case .sqlite: ["sqlite", "sqlite3", "db"]
    }
  }

  /// Endings of formats that are not written; NDJSON under such a name would be a surprise.
  private static let unknownEndings: Set<String> = [
    "xlsx", "xls", "ods", "parquet", "arrow", "feather", "avro", "duckdb", "xml", "yaml", "yml",
    "md", "pdf",
  ]
  private static let compressedEndings: Set<String> = ["gz", "bz2", "xz", "zst", "br", "zip"]

  /// The format that a command line asks for.
  init(_ arguments: Arguments) throws(UsageError) {
    if let given = arguments.text(.format).flatMap({ OutputFormat(rawValue: $0) }) {
      self = given
    } else if let file = OutputFormat.file(arguments) {
      self = try OutputFormat(fileName: file) ?? .ndjson
    } else {
      self = .ndjson
    }
  }

  /// The file that items go to; nil: standard output.
  static func file(_ arguments: Arguments) -> String? {
    let file = arguments.text(.output)
    return file == "-" ? nil : file
  }

  /// The format that a file's name asks for where none is given; nil: it asks for none.
  init?(fileName: String) throws(UsageError) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    let ending = fileName[fileName.index(after: dot)...].lowercased()
    if OutputFormat.compressedEndings.contains(ending) {
      throw UsageError(
        "--output \(fileName) would not be compressed; leave it out and pipe the items "
          + "into a program that does, as in | gzip > items.ndjson.gz")
    }
    if OutputFormat.unknownEndings.contains(ending) {
      throw UsageError(
        "there is no format for --output \(fileName); use .csv, .ndjson, .json, .html or "
          + ".sqlite, or name the format with --format")
    }
    guard let format = OutputFormat.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = format
  }

  /// The rule by which a file's ending decides the format, for help texts.
  static let rule: String = {
    let rules = allCases.flatMap { format in format.endings.map { ".\($0)" } }
    return "by the ending of FILE where that is \(rules.joined(separator: ", ")), else ndjson"
  }()

  /// True when another run can continue what one has begun.
  var isContinuable: Bool { self != .table && self != .html }

  /// True when items are split into columns.
  var hasColumns: Bool { [.csv, .tsv, .table, .html].contains(self) }
}
