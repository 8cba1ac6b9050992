import JSON
import Pagination
import Store
import System
import TestInput

/// Pages into files of SQLite: any columns in any rows, many of which have few of them; files that
/// are none, damaged or cut. What was stored once is there the next time, unchanged.
struct StoreFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private(set) var inputBytes = 0
  private let folder: String

  private static let columnsMax = 1_200
  private static let itemsMax = 4_000
  private static let fileBytesMax = 1 << 26

  init() throws(FuzzFailure) { folder = try FuzzedFile.makeFolder() }

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    defer { clean() }
    inputBytes = 0
    let path = folder + "/a.sqlite"
    if random.chance(15) { return try storeIntoNoDatabase(&random, path) }
    let hasIdentity = random.chance(50)
    let target = StoreTarget(
      path: path, table: "items", identity: hasIdentity ? [try Self.path("id")] : [],
      isRaw: random.chance(10))
    let pages = try (0...random.below(3)).map { number throws(FuzzFailure) in
      try page(&random, number)
    }
    let first = try store(pages, target)
    let count = pages.reduce(0) { $0 + $1.items.count }
    try expect(first.items == count && first.inserted == count, "\(first) of \(count) items")
    try expectRows(of: pages, target, times: 1)
    let again = try store(pages, target)
    try expect(again.items == count, "again \(again) of \(count) items")
    if hasIdentity {
      try expect(again.unchanged == count && again.inserted == 0, "again \(again) of \(count)")
    }
    try expectRows(of: pages, target, times: hasIdentity ? 1 : 2)
    findings.note("stored")
    if random.chance(30) { try damage(&random, path, target, pages) }
  }

  mutating func finish() throws(FuzzFailure) { clean() }

  // MARK: Pages

  /// A page whose ids no other has. Some have many columns, some many rows, most of them few.
  private mutating func page(
    _ random: inout SeededGenerator, _ number: Int
  ) throws(FuzzFailure) -> StoreRun.Page {
    let isWide = random.chance(10)
    let columns = isWide ? 1 + random.below(Self.columnsMax) : 1 + random.below(12)
    // What is long takes a hundred times as long to store.
    let rows = random.chance(isWide ? 20 : 2) ? random.below(Self.itemsMax) : random.below(8)
    let texts = JSONText()
    var items: [String] = []
    for row in 0..<rows {
      let isFull = row == 0 || (!isWide && random.chance(50))
      var members = ["\"id\":\(number * Self.itemsMax + row)"]
      for column in 0..<(isFull ? columns : random.below(2)) {
        let value = isWide || rows > 100 ? "\(row)" : texts.value(&random, depth: 2)
        let name = isFull ? column : random.below(columns)
        members.append("\"\(isFull && random.chance(2) ? "C" : "c")\(name)\":\(value)")
      }
      items.append("{" + members.joined(separator: ",") + "}")
    }
    let text = "[" + items.joined(separator: ",") + "]"
    inputBytes += text.utf8.count
    if isWide, rows > 1_000 { findings.note("wide and long") }
    guard let document = try? JSONDocument(Array(text.utf8)) else {
      throw FuzzFailure("no JSON: \(text.prefix(2_000))")
    }
    return StoreRun.Page(
      document: document, items: document.elements(of: document.root)[...], checkpoint: nil)
  }

  /// The table has all rows, this many times: their number and their ids, which SQLite adds up.
  private func expectRows(
    of pages: [StoreRun.Page], _ target: StoreTarget, times: Int
  ) throws(FuzzFailure) {
    var (count, sum) = (0, 0)
    for page in pages {
      guard let document = page.document else { continue }
      count += page.items.count
      for item in page.items {
        sum += document.member("id", of: item).flatMap(document.integer) ?? 0
      }
    }
    guard count > 0 else { return }
    let id = target.isRaw ? "json_extract(item, '$.id')" : "id"
    let rows: [JSONValue]
    do throws(StoreError) {
      let query = "SELECT count(*) AS count, sum(\(id)) AS sum FROM items"
      rows = try QueryRows(path: target.path, query: query).next(1)
    } catch {
      throw FuzzFailure("\(error)")
    }
    let expected: JSONValue = ["count": .integer(count * times), "sum": .integer(sum * times)]
    try expect(rows == [expected], "\(rows) in place of \(expected)")
  }

  private func store(
    _ pages: [StoreRun.Page], _ target: StoreTarget
  ) throws(FuzzFailure) -> RunCounts {
    do throws(StoreError) {
      return try Self.stored(pages, target)
    } catch {
      throw FuzzFailure("\(error)")
    }
  }

  private static func stored(
    _ pages: [StoreRun.Page], _ target: StoreTarget
  ) throws(StoreError) -> RunCounts {
    let run = try StoreRun(target, RunRequest(shown: "a", fingerprint: "a"), mode: .fresh)
    for page in pages { try run.store(page) }
    return try run.end(RunEnd(verdict: .complete, reason: nil)).counts
  }

  private static func path(_ text: String) throws(FuzzFailure) -> JSONPath {
    guard let path = try? JSONPath(text) else { throw FuzzFailure("no path: \(text)") }
    return path
  }

  // MARK: Files

  /// What is no database is refused, and stays as it is.
  private mutating func storeIntoNoDatabase(
    _ random: inout SeededGenerator, _ path: String
  ) throws(FuzzFailure) {
    let bytes = (0...random.below(random.chance(50) ? 20 : 5_000)).map { _ in
      UInt8(random.below(256))
    }
    try FuzzedFile.write(path, bytes)
    inputBytes = bytes.count
    let target = StoreTarget(path: path, table: "items", identity: [], isRaw: false)
    let page = try page(&random, 0)
    guard (try? Self.stored([page], target)) == nil else {
      throw FuzzFailure("stored into a file of \(bytes.count) bytes: \(bytes.prefix(100))")
    }
    try expect(contents(path) == bytes, "changed a file of \(bytes.count) bytes")
    findings.note("no database")
  }

  /// A damaged file is refused or written to, and never ends the process.
  private mutating func damage(
    _ random: inout SeededGenerator, _ path: String, _ target: StoreTarget, _ pages: [StoreRun.Page]
  ) throws(FuzzFailure) {
    guard var bytes = contents(path), !bytes.isEmpty else { throw FuzzFailure("no file") }
    if random.chance(30) {
      bytes = Array(bytes.prefix(random.below(bytes.count)))
    } else {
      for _ in 0...random.below(8) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
    }
    try FuzzedFile.write(path, bytes)
    inputBytes += bytes.count
    let isRead = (try? Self.stored(pages, target)) != nil
    findings.note(isRead ? "damaged and written" : "damaged and refused")
  }

  private func contents(_ path: String) -> [UInt8]? {
    (try? File.contents(of: path, bytesMax: Self.fileBytesMax)) ?? nil
  }

  private func clean() {
    for ending in ["", "-wal", "-shm", "-journal"] { File.remove(folder + "/a.sqlite" + ending) }
  }
}
