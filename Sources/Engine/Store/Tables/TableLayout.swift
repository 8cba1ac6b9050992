import JSON

/// The columns of a table that pages fill, and which member goes where.
///
/// For the identity `user.id` and items such as `{"id": 7, "user": {"id": 1}}` the columns are
/// `user.id`, `id` and `user`.
struct TableLayout {
  /// The most members that get a column of their own; the others go into `_rest`.
  static let memberColumnsMax = 1_000

  let target: StoreTarget
  /// The table's name as it is spelled in the file.
  let name: String
  /// True when the file has the table.
  let exists: Bool
  private(set) var columns: [StoredColumn] = []
  /// Each column's member, in UTF-8; none for other columns.
  private(set) var keys: [[UInt8]] = []
  private(set) var restColumn: Int?
  /// The name of the column of ``ColumnNames/seen``; nil: the table has none.
  private(set) var seen: String?
  /// Something else has the name that it should have.
  private var isSeenTaken = false
  private var names: ColumnNames
  private var columnOfMember: [[UInt8]: Int] = [:]

  /// A table that is to be made: with the columns that do not depend on the items.
  init(new target: StoreTarget) {
    self.init(target, name: target.table, exists: false)
    for path in target.identity where TableLayout.key(of: path, target) == nil {
      append(name: names.allocate(TableLayout.wantedName(path)), .path(path), isKey: true)
    }
    if target.isRaw { append(name: ColumnNames.item, .item, isKey: false) }
  }

  /// A table that is there, whose columns are added one by one.
  init(_ target: StoreTarget, existing name: String) {
    self.init(target, name: name, exists: true)
  }

  private init(_ target: StoreTarget, name: String, exists: Bool) {
    self.target = target
    self.name = name
    self.exists = exists
    names = ColumnNames(isRaw: target.isRaw)
  }

  /// The member that a path of an identity is, where it is one with a column of its own.
  static func key(of path: JSONPath, _ target: StoreTarget) -> [UInt8]? {
    guard !target.isRaw, let first = path.components.first, path.components.count == 1,
      StoredColumn.canName(first.key)
    else { return nil }
    return first.key
  }

  /// The name that a column for a path of an identity should have.
  private static func wantedName(_ path: JSONPath) -> String {
    if path.components.count == 1, StoredColumn.canName(path.components[0].key) {
      return String(decoding: path.components[0].key, as: UTF8.self)
    }
    let text = path.description
    return StoredColumn.canName(Array(text.utf8)) ? text : "identity"
  }

  /// The columns of the primary key, in the identity's order; nil for a part not yet seen.
  var identityColumns: [Int?] {
    target.identity.map { path in
      if let key = TableLayout.key(of: path, target) { return columnOfMember[key] }
      return columns.firstIndex { $0.source == .path(path) }
    }
  }

  /// True when the member is part of the identity.
  private func isKey(_ member: [UInt8]) -> Bool {
    target.identity.contains { TableLayout.key(of: $0, target) == member }
  }

  /// The column of a member; nil where it has none so far.
  func column(ofMember key: [UInt8]) -> Int? { columnOfMember[key] }

  /// The column of a member, which is added where it is missing; nil: it belongs into `_rest`.
  /// `most`: how many columns of members there may be then.
  mutating func addColumn(ofMember key: [UInt8], most: Int = memberColumnsMax) -> Int? {
    if let column = columnOfMember[key] { return column }
    guard StoredColumn.canName(key) else { return nil }
    let isKey = isKey(key)
    guard columnOfMember.count < min(most, TableLayout.memberColumnsMax) || isKey else {
      return nil
    }
    let name = names.allocate(String(decoding: key, as: UTF8.self))
    return append(name: name, .member(key), isKey: isKey)
  }

  /// The column of members without one of their own, which is added where it is missing.
  mutating func addRestColumn() -> Int {
    restColumn ?? append(name: ColumnNames.rest, .rest, isKey: false)
  }

  /// Notes a name that a page's columns cannot have.
  mutating func reserve(_ name: String) {
    names.take(name)
    if SQLName.folded(name) == SQLName.folded(ColumnNames.seen) { isSeenTaken = true }
  }

  /// Notes the column in which the table keeps who else has seen a row.
  mutating func setSeen(_ name: String) {
    seen = name
    names.take(name)
  }

  /// Gives that column a name.
  mutating func addSeen() -> String {
    let name = isSeenTaken ? names.allocate(ColumnNames.seen) : ColumnNames.seen
    seen = name
    return name
  }

  /// Adds a column that the table has.
  mutating func add(_ column: StoredColumn) {
    reserve(column.name)
    append(name: column.name, column.source, isKey: column.isKey, type: column.type)
  }

  @discardableResult
  private mutating func append(
    name: String, _ source: StoredColumn.Source, isKey: Bool, type: ColumnType? = nil
  ) -> Int {
    let index = columns.count
    columns.append(StoredColumn(name: name, source: source, isKey: isKey, type: type))
    if case .member(let key) = source {
      keys.append(key)
      columnOfMember[key] = index
    } else {
      keys.append([])
    }
    if source == .rest { restColumn = index }
    return index
  }

  /// Gives a column its type.
  mutating func setType(_ type: ColumnType, ofColumn index: Int) {
    columns[index].type = type
  }
}
