@testable import Store

/// What a table has to hold after pages have been stored: found out one value after the other, with
/// nothing of what makes the real one fast.
struct SlowTable {
  /// A JSON value and what SQLite has to hold for it.
  struct Sample: Sendable {
    let json: String
    let value: SQLValue
  }

  /// A member of an item: its key as JSON text, the key itself (nil: no Unicode), its value.
  struct Member {
    let keyJSON: String
    let key: String?
    let sample: Sample
  }

  enum Item {
    case object([Member])
    case other(Sample)

    var json: String {
      switch self {
      case .object(let members):
        "{" + members.map { "\($0.keyJSON):\($0.sample.json)" }.joined(separator: ",") + "}"
      case .other(let sample): sample.json
      }
    }
  }

  struct Column: Equatable {
    let name: String
    /// nil: `_rest`.
    let key: String?
    var type: String
  }

  struct Row: Equatable {
    var run: Int
    var position: Int
    /// By the places of the columns; NULL where there is none.
    var values: [Int: SQLValue]
  }

  /// The member that is the key; nil: rows are appended.
  let identity: String?
  private(set) var columns: [Column] = []
  private(set) var rows: [Row] = []
  private(set) var counts = RunCounts()
  private var run = 0

  init(identity: String?) {
    self.identity = identity
  }

  mutating func beginRun() {
    run += 1
    counts = RunCounts()
  }

  // MARK: Columns

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { byte in (65...90).contains(byte) ? byte + 32 : byte }
  }

  private static func canName(_ key: String?) -> Bool {
    guard let key else { return false }
    return !key.isEmpty && key.utf8.count <= 255 && !key.utf8.contains(0)
  }

  private func name(for key: String) -> String {
    let taken = Set((columns.map(\.name) + ["_run", "_position", "_rest"]).map(SlowTable.folded))
    if !taken.contains(SlowTable.folded(key)) { return key }
    var number = 2
    while taken.contains(SlowTable.folded("\(key)_\(number)")) { number += 1 }
    return "\(key)_\(number)"
  }

  /// The column's place; it is made where there is none, without a type. nil: the key goes into
  /// `_rest`.
  private mutating func column(_ key: String?) -> Int? {
    guard let key, SlowTable.canName(key) else { return nil }
    if let place = columns.firstIndex(where: { $0.key.map { Array($0.utf8) } == Array(key.utf8) }) {
      return place
    }
    let members = columns.filter { $0.key != nil }.count
    guard members < TableLayout.memberColumnsMax || key == identity else { return nil }
    columns.append(Column(name: name(for: key), key: key, type: ""))
    return columns.count - 1
  }

  private mutating func restColumn() -> Int {
    if let place = columns.firstIndex(where: { $0.key == nil }) { return place }
    columns.append(Column(name: "_rest", key: nil, type: ""))
    return columns.count - 1
  }

  // MARK: Storing

  mutating func store(_ page: [Item]) {
    let read = page.map { values(of: $0) }
    for place in columns.indices {
      let types = Set(read.compactMap { $0[place].flatMap(SlowTable.type) })
      let name = columns[place].type
      if name.isEmpty {
        columns[place].type = types.count == 1 ? types.first ?? "ANY" : "ANY"
      } else if !types.isSubset(of: [name]) {
        columns[place].type = "ANY"
      }
    }
    for values in read {
      put(values.filter { $0.value != .null })
      counts.items += 1
    }
    counts.pages += 1
  }

  /// The values of an item by their columns' places.
  private mutating func values(of item: Item) -> [Int: SQLValue] {
    var values: [Int: SQLValue] = [:]
    switch item {
    case .other(let sample):
      if let place = column("item") { values[place] = sample.value }
    case .object(let members):
      var rest: [Member] = []
      for member in members {
        if let place = column(member.key) {
          values[place] = member.sample.value
        } else {
          rest.append(member)
        }
      }
      if rest.isEmpty { break }
      func text(_ member: Member) -> String { member.key ?? member.keyJSON }
      let last = rest.indices.filter { place in
        !rest[(place + 1)...].contains { Array(text($0).utf8) == Array(text(rest[place]).utf8) }
      }
      let object = last.map { "\(rest[$0].keyJSON):\(rest[$0].sample.json)" }
      values[restColumn()] = .text("{" + object.joined(separator: ",") + "}")
    }
    return values
  }

  private mutating func put(_ values: [Int: SQLValue]) {
    let row = Row(run: run, position: counts.items, values: values)
    guard let identity, let key = columns.firstIndex(where: { $0.key == identity }),
      let place = rows.firstIndex(where: { SlowTable.isEqual($0.values[key], values[key]) })
    else {
      rows.append(row)
      counts.inserted += 1
      return
    }
    if rows[place].run == run {
      counts.duplicates += 1
    } else if SlowTable.isSame(rows[place].values, values) {
      counts.unchanged += 1
    } else {
      counts.updated += 1
    }
    rows[place] = row
  }

  /// As SQLite compares keys: 1 is 1.0.
  private static func isEqual(_ one: SQLValue?, _ other: SQLValue?) -> Bool {
    switch (one, other) {
    case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
      Double(integer) == real
    default: isExactly(one, other)
    }
  }

  private static func isSame(_ one: [Int: SQLValue], _ other: [Int: SQLValue]) -> Bool {
    one.count == other.count && one.allSatisfy { isExactly($0.value, other[$0.key]) }
  }

  /// Two texts that Unicode takes for equal are two.
  private static func isExactly(_ one: SQLValue?, _ other: SQLValue?) -> Bool {
    if case .text(let text) = one, case .text(let another) = other {
      return text.utf8.elementsEqual(another.utf8)
    }
    return one == other
  }

  private static func type(_ value: SQLValue) -> String? {
    switch value {
    case .null: nil
    case .integer: "INTEGER"
    case .real: "REAL"
    case .text: "TEXT"
    }
  }
}

extension SlowTable.Sample {
  /// Values of every kind that are easily stored wrongly.
  static let all: [SlowTable.Sample] = [
    .init(json: "null", value: .null), .init(json: "true", value: 1),
    .init(json: "false", value: 0), .init(json: "7", value: 7), .init(json: "-1", value: -1),
    .init(json: "9223372036854775807", value: .integer(Int.max)),
    .init(json: "-9223372036854775808", value: .integer(Int.min)),
    .init(json: "9223372036854775808", value: "9223372036854775808"),
    .init(json: "1.10", value: .real(1.1)), .init(json: "7.0", value: .real(7)),
    .init(json: "1e2", value: .real(100)), .init(json: "1e400", value: "1e400"),
    .init(json: "-0", value: "-0"), .init(json: "-0.0", value: "-0.0"),
    .init(json: "0.0", value: .real(0)),
    .init(json: "5e-324", value: .real(.leastNonzeroMagnitude)),
    .init(json: "0.1234567890123456789", value: "0.1234567890123456789"),
    .init(json: #""""#, value: ""), .init(json: #""007""#, value: "007"),
    .init(json: #""1e2""#, value: "1e2"), .init(json: #""a\u0000b\n""#, value: "a\0b\n"),
    .init(json: #""\u00e9""#, value: "é"), .init(json: #""e\u0301""#, value: "e\u{301}"),
    .init(json: #""\ud83d\ude00""#, value: "😀"), .init(json: #""\ud800""#, value: #""\ud800""#),
    .init(json: "[1, 2]", value: "[1, 2]"), .init(json: #"{"x":"é"}"#, value: #"{"x":"é"}"#),
    .init(json: "[]", value: "[]"), .init(json: "{}", value: "{}"),
  ]

  /// Values that a row can be known by; several are equal to SQLite.
  static let keys: [SlowTable.Sample] =
    [
      .init(json: "1", value: 1), .init(json: "1.0", value: .real(1)),
      .init(json: #""1""#, value: "1"), .init(json: "1e0", value: .real(1)),
      .init(json: "-0", value: "-0"), .init(json: "9007199254740993", value: 9_007_199_254_740_993),
      .init(json: #""a""#, value: "a"), .init(json: #""A""#, value: "A"),
      .init(json: #""\u0061""#, value: "a"), .init(json: #""""#, value: ""),
    ] + (2..<12).map { .init(json: "\($0)", value: .integer($0)) }
}
