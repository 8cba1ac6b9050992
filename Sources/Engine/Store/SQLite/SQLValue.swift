import JSON
import Text

/// A value in or out of a statement, where speed does not matter.
package enum SQLValue: Sendable, Equatable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)

  /// A text, or NULL.
  init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }

  /// A value of an item as rows have it: a number that no column holds exactly is a text.
  init(_ value: JSONOrdered) {
    switch value {
    case .string(let string): self = .text(string)
    case .number(let number):
      let bytes = Array(number.text.utf8)
      self =
        switch StoredNumber(bytes, 0..<bytes.count) {
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        case .text: .text(number.text)
        }
    }
  }

  /// The number of a whole number.
  package var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }

  /// The text of a text.
  package var text: String? { if case .text(let text) = self { text } else { nil } }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A text.
  package init(stringLiteral value: String) { self = .text(value) }
  /// A whole number.
  package init(integerLiteral value: Int) { self = .integer(value) }
}

/// Spells names in SQL.
enum SQLName {
  /// The name in double quotes: `a"b` is `"a""b"`.
  static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// The name as SQLite compares names: its bytes, with ASCII letters in lower case. Two names that
  /// Unicode takes for equal are two.
  static func folded(_ name: String) -> [UInt8] {
    name.utf8.map(ASCII.lowercased)
  }
}
