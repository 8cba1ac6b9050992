import TestInput

/// Rows in the order of their keys, which come, go and change places while the list is read. No row that
/// went comes back.
struct MovingList {
  struct Row {
    let id: Int
    let key: Int
    /// Left out of the pages that it is on.
    let isHidden: Bool
  }

  private(set) var rows: [Row] = []
  private var lastID = 0
  private let hiddenPercent: Int

  /// Between two keys there is room for so many more.
  private static let distance = 1 << 20

  init(_ count: Int, hiddenPercent: Int, _ random: inout SeededGenerator) {
    self.hiddenPercent = hiddenPercent
    for _ in 0..<count { insert(at: rows.count, &random) }
  }

  var shown: Set<Int> { Set(rows.lazy.filter { !$0.isHidden }.map(\.id)) }

  mutating func insert(at place: Int, _ random: inout SeededGenerator) {
    guard let key = key(at: place, &random) else { return }
    lastID += 1
    rows.insert(Row(id: lastID, key: key, isHidden: random.chance(hiddenPercent)), at: place)
  }

  mutating func remove(at place: Int) -> Int { rows.remove(at: place).id }

  /// A row changes what the list is sorted by, and so its place; returns its id.
  mutating func move(from place: Int, to other: Int, _ random: inout SeededGenerator) -> Int {
    let row = rows.remove(at: place)
    if let key = key(at: other, &random) {
      rows.insert(Row(id: row.id, key: key, isHidden: row.isHidden), at: other)
    }
    return row.id
  }

  /// A key for a row at a place; nil where there is no room.
  private func key(at place: Int, _ random: inout SeededGenerator) -> Int? {
    let before = place > 0 ? rows[place - 1].key : nil
    let after = place < rows.count ? rows[place].key : nil
    switch (before, after) {
    case (let before?, let after?):
      return after - before > 1 ? before + 1 + random.below(after - before - 1) : nil
    case (let before?, nil): return before + MovingList.distance
    case (nil, let after?): return after - MovingList.distance
    case (nil, nil): return 0
    }
  }
}
