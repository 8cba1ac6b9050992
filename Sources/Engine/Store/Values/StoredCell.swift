import JSON

/// One value of a row: where it is in the page's bytes, or what it is.
///
/// A trivial value of 16 bytes; the code that binds it supplies the bytes.
struct StoredCell {
  enum Kind: UInt8 {
    case null, integer, real
    /// TEXT: bytes as they are.
    case text
    /// TEXT: a string with escapes, quotes included in its place.
    case escaped
    /// TEXT of bytes that were made for the page.
    case made
  }

  let kind: Kind
  private let bits: UInt64

  static let null = StoredCell(kind: .null, bits: 0)

  /// The text number `index` that was made for the page.
  static func made(_ index: Int) -> StoredCell {
    StoredCell(kind: .made, bits: UInt64(truncatingIfNeeded: index))
  }

  /// The bytes of a whole value as they are.
  static func text(_ slice: JSONSlice) -> StoredCell { StoredCell(.text, slice.range) }

  private init(kind: Kind, bits: UInt64) {
    self.kind = kind
    self.bits = bits
  }

  private init(_ kind: Kind, _ range: Range<Int>) {
    self.init(
      kind: kind,
      bits: UInt64(truncatingIfNeeded: range.lowerBound) << 32
        | UInt64(truncatingIfNeeded: range.upperBound))
  }

  /// Makes the cell that stores a value of a document.
  init(_ document: JSONDocument, _ slice: JSONSlice) {
    let range = slice.range
    switch slice.kind {
    case .absent, .null: self = .null
    case .boolean:
      self.init(kind: .integer, bits: document.boolean(slice) == true ? 1 : 0)
    case .number:
      switch StoredNumber(document.bytes, range) {
      case .integer(let integer):
        self.init(kind: .integer, bits: UInt64(bitPattern: Int64(integer)))
      case .real(let real): self.init(kind: .real, bits: real.bitPattern)
      case .text: self.init(.text, range)
      }
    case .string where slice.hasEscapes:
      // A lone surrogate has no place in UTF-8: the string's JSON text is kept.
      self.init(document.utf8(slice) == nil ? .text : .escaped, range)
    case .string:
      self.init(.text, (range.lowerBound + 1)..<max(range.lowerBound + 1, range.upperBound - 1))
    case .array, .object: self.init(.text, range)
    }
  }

  var integer: Int { Int(truncatingIfNeeded: Int64(bitPattern: bits)) }
  var real: Double { Double(bitPattern: bits) }
  /// The range of its bytes.
  var range: Range<Int> {
    let start = Int(bits >> 32)
    return start..<max(start, Int(bits & 0xFFFF_FFFF))
  }
  /// The index of its text among the made texts.
  var index: Int { Int(truncatingIfNeeded: bits) }

  /// The slice of a string with escapes.
  var string: JSONSlice {
    JSONSlice(range.lowerBound, range.upperBound, .string, hasEscapes: true)
  }

  /// The type of column that holds it; nil for NULL, which any holds.
  var type: ColumnType? {
    switch kind {
    case .null: nil
    case .integer: .integer
    case .real: .real
    case .text, .escaped, .made: .text
    }
  }
}

/// The types of columns.
enum ColumnType: String {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case any = "ANY"

  /// The type of a column that holds values of both.
  func joined(_ other: ColumnType) -> ColumnType { self == other ? self : .any }
}
