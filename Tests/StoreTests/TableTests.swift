import Foundation
import JSON
import Testing

@testable import Store

/// What tables hold, where it takes more than the cases of ``StoreDialogueTests``.
struct TableTests {
  /// To SQLite, names that Unicode takes for equal are two.
  @Test func namesThatUnicodeTakesForEqualAreTwo() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"\u00e9":1,"e\u0301":2}]"#)
    try scratch.stored(#"[{"e\u0301":"x"}]"#)
    #expect(
      try scratch.columns().map { Array($0.utf8) }
        == ["\u{e9}", "e\u{301}", "_run", "_position"].map { Array($0.utf8) })
    #expect(try scratch.types().map { $0.hasSuffix(" ANY") } == [false, true])
    #expect(
      try scratch.rows("SELECT \"\u{e9}\", \"e\u{301}\" FROM items") == [[1, 2], [.null, "x"]])
  }

  @Test func membersBeyondTheThousandthGoIntoRest() throws {
    let scratch = try Scratch()
    let first = (0..<999).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    try scratch.stored("[{\(first)}]", #"[{"x":1,"y":[2.50],"m0":"s"},{"y":1}]"#)
    let columns = try scratch.columns()
    #expect(columns.count == 1_003)
    #expect(Array(columns.suffix(2)) == ["x", "_rest"])
    #expect(
      try scratch.rows("SELECT m0, x, _rest FROM items") == [
        [0, .null, .null], ["s", 1, #"{"y":[2.50]}"#], [.null, .null, #"{"y":1}"#],
      ])
  }

  /// A column takes a byte of each row: many rows have fewer of them.
  @Test func aMemberOfItsOwnForEachItemMakesNoHugeFile() throws {
    let scratch = try Scratch()
    let count = 80_000
    let page = "[" + (0..<count).map { "{\"m\($0)\":\($0)}" }.joined(separator: ",") + "]"
    try scratch.stored(page)
    let columns = try scratch.columns().count { $0.hasPrefix("m") }
    #expect((100..<500).contains(columns))
    let values = try scratch.rows(
      "SELECT count(*), sum(_rest IS NOT NULL), sum(m7) FROM items WHERE m3 IS NULL")
    #expect(
      values == [[SQLValue.integer(count - 1), .integer(count - columns), .integer(7)]])
    let bytes = try FileManager.default.attributesOfItem(atPath: scratch.path)[.size] as? Int
    #expect(try #require(bytes) <= 8 * page.utf8.count + 64 << 20)
  }

  @Test func wideTablesAreUpdatedToo() throws {
    let scratch = try Scratch()
    func page(_ last: String) -> String {
      let members = (0..<1_200).map { "\"m\($0)\":null" }.joined(separator: ",")
      return "[{\"id\":1,\(members),\"z\":\(last)}]"
    }
    #expect(try scratch.stored(page("1"), identity: ["id"]).counts.inserted == 1)
    #expect(try scratch.stored(page("1"), identity: ["id"]).counts.unchanged == 1)
    #expect(try scratch.stored(page("2"), identity: ["id"]).counts.updated == 1)
  }

  /// A mapping may leave out or rename what identifies an item.
  @Test func keyOfMappedItemsComesFromTheAPIsItems() throws {
    let scratch = try Scratch()
    func page(_ mapped: String, _ source: String) throws -> StoreRun.Page {
      let (mapped, source) = (
        try JSONDocument(Array(mapped.utf8)), try JSONDocument(Array(source.utf8))
      )
      return StoreRun.Page(
        document: mapped, items: mapped.elements(of: mapped.root)[...],
        sources: (source, source.elements(of: source.root)[...]), checkpoint: nil)
    }
    let run = try scratch.run(identity: ["id", "user.id"])
    try run.store(
      page(
        #"[{"title":"A"},{"id":"own","title":"B"}]"#,
        #"[{"id":"\u00e9","user":{"id":1}},{"id":"other","user":{"id":2}}]"#))
    #expect(try scratch.types() == ["user.id INTEGER", "title TEXT", "id TEXT"])
    #expect(
      try scratch.table() == ["user.id=1 title='A' id='é'", "user.id=2 title='B' id='own'"])
  }

  struct Definition: CustomTestStringConvertible, Sendable {
    let sql: String
    var table = "t"
    var column = "a"
    let widened: String?

    var testDescription: String { sql }
  }

  @Test(arguments: [
    Definition(
      sql: #"CREATE TABLE "t"("id" INTEGER, "a" TEXT, PRIMARY KEY("a")) STRICT"#,
      widened: #"CREATE TABLE "t"("id" INTEGER, "a" ANY, PRIMARY KEY("a")) STRICT"#),
    Definition(
      sql: #"CREATE TABLE 't, ('("x" TEXT DEFAULT 'a, "a" TEXT', [A]  text NOT NULL) STRICT"#,
      table: "t, (", column: "A",
      widened: #"CREATE TABLE "t, ("("x" TEXT DEFAULT 'a, "a" TEXT', "A"  ANY NOT NULL) STRICT"#),
    Definition(
      sql: "CREATE TABLE t(b INT -- a INT, (\n, /* , a ( */ `a` INT CHECK(a IN (1, a))) STRICT",
      widened:
        "CREATE TABLE \"t\"(b INT -- a INT, (\n, /* , a ( */ \"a\" ANY CHECK(\"a\" IN (1, \"a\")))"
        + " STRICT"),
    Definition(sql: "CREATE TABLE t(a /* of */ INT) STRICT", widened: nil),
    Definition(sql: "CREATE VIEW t AS SELECT 1", widened: nil),
  ])
  func definitionIsChangedInPlace(item: Definition) throws {
    let scratch = try Scratch()
    let database = try scratch.database
    try database.execute("PRAGMA legacy_alter_table = ON")
    try database.execute(item.sql)
    let rebuild = TableRebuild(database: database, table: item.table)
    guard let widened = item.widened else {
      #expect(throws: StoreError.foreignTable(table: "t")) { try rebuild.widen([item.column]) }
      return
    }
    try rebuild.widen([item.column])
    let sql = try database.value("SELECT sql FROM sqlite_schema WHERE type = 'table'")
    #expect(sql?.text == widened)
  }

  /// Doubles come back bit for bit, whatever SQLite prints.
  @Test(arguments: [
    "0.30000000000000004", "5e-324", "1e23", "1.7976931348623157e308", "123456.789",
  ])
  func realIsTheSameDouble(text: String) throws {
    let scratch = try Scratch()
    try scratch.stored("[{\"a\":\(text)}]")
    #expect(try scratch.rows("SELECT a FROM items") == [[.real(Double(text) ?? 0)]])
  }

  @Test(arguments: ["", "%", "-1", "1.5", "101%", "9999999999999999999", "5 %", "x"])
  func noLimit(text: String) {
    #expect(PruneLimit(text) == nil)
  }

  @Test func aFileThatWasReplacedIsNotWrittenInto() throws {
    let scratch = try Scratch()
    let file = StoreFile(path: scratch.path)
    let run = try StoreRun(
      scratch.target(), RunRequest(shown: "r", fingerprint: "r"), mode: .separate, file: file)
    try run.store(.json("[1]"))
    file.close()
    try scratch.execute("DELETE FROM paginator_runs")
    #expect(throws: StoreError.overtaken(table: "items")) { try run.store(.json("[2]")) }
  }
}
