import JSON

/// A column that pages fill.
struct StoredColumn {
  /// The source of its values.
  enum Source: Equatable {
    /// The member of an item with that key, in UTF-8.
    case member([UInt8])
    /// The value at an identity's path.
    case path(JSONPath)
    /// The whole item.
    case item
    /// The members that have no column of their own.
    case rest
  }

  let name: String
  let source: Source
  /// True when it is part of the primary key.
  let isKey: Bool
  /// nil: the table does not have the column yet.
  var type: ColumnType?

  /// The key that `paginator_columns` keeps; nil if the column does not belong to a member.
  var member: String? {
    if case .member(let key) = source { String(decoding: key, as: UTF8.self) } else { nil }
  }

  /// The most bytes of a member's name that makes a column's.
  static let nameBytesMax = 255

  /// True when a column can have the name of a member with that key.
  static func canName(_ key: [UInt8]) -> Bool {
    !key.isEmpty && key.count <= nameBytesMax && !key.contains(0)
  }
}

/// The names already used in a table, compared as SQLite compares them.
struct ColumnNames {
  /// Paginator's own columns.
  static let run = "_run"
  static let position = "_position"
  static let rest = "_rest"
  /// The latest run of each other request that has seen a row, where requests share a table:
  /// `{"1f0c": 17}`, by the requests' fingerprints.
  static let seen = "_seen"
  /// The whole item, or the member of an item that is not an object.
  static let item = "item"

  private var taken: Set<[UInt8]>

  init(isRaw: Bool) {
    let own = [ColumnNames.run, ColumnNames.position, ColumnNames.rest, ColumnNames.seen]
    taken = Set((own + (isRaw ? [ColumnNames.item] : [])).map(SQLName.folded))
  }

  /// Notes a name that the table has.
  mutating func take(_ name: String) {
    taken.insert(SQLName.folded(name))
  }

  /// The wanted name, or with `_2`, `_3`, ... where it is taken.
  mutating func allocate(_ wanted: String) -> String {
    var name = wanted
    var number = 2
    while !taken.insert(SQLName.folded(name)).inserted {
      name = "\(wanted)_\(number)"
      number += 1
    }
    return name
  }
}
