/// How items are written.
enum ItemsFormat: String, CaseIterable {
  /// One item a line, as it is.
  case ndjson
  /// One array, an item a line.
  case json
  /// A table: RFC 4180 quoting, a line feed at the end of each row.
  case csv
  /// The same with tabs.
  case tsv

  /// What stands between two cells; nil where there are none.
  var separator: UInt8? {
    switch self {
    case .ndjson, .json: nil
    case .csv: UInt8(ascii: ",")
    case .tsv: UInt8(ascii: "\t")
    }
  }
}
