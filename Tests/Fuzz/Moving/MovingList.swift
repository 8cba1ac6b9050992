import TestInput

/// Rows in the order of their keys, which come and go while the list is read. No row comes back.
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
    let before = place > 0 ? rows[place - 1].key : nil
    let after = place < rows.count ? rows[place].key : nil
    let key: Int
    switch (before, after) {
    case (let before?, let after?):
      guard after - before > 1 else { return }
      key = before + 1 + random.below(after - before - 1)
    case (let before?, nil): key = before + MovingList.distance
    case (nil, let after?): key = after - MovingList.distance
    case (nil, nil): key = 0
    }
    lastID += 1
    rows.insert(Row(id: lastID, key: key, isHidden: random.chance(hiddenPercent)), at: place)
  }

  mutating func remove(at place: Int) -> Int { rows.remove(at: place).id }
}
