import Testing

@testable import Store

/// What stays when a column is widened.
struct RebuildTests {
  @Test func indexesTriggersViewsAndRowidsStay() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"id":"a","n":1},{"id":"b","n":2},{"id":"c","n":3}]"#, identity: ["id"])
    try scratch.execute("DELETE FROM items WHERE id = 'b'")
    try scratch.execute("CREATE INDEX by_n ON items(n DESC) WHERE n > 0")
    try scratch.execute("CREATE TABLE log(id, n)")
    try scratch.execute(
      "CREATE TRIGGER noted AFTER UPDATE OF n ON items BEGIN INSERT INTO log VALUES(new.id, new.n); END"
    )
    try scratch.execute("CREATE VIEW big AS SELECT id, n FROM items WHERE n > 1")
    try scratch.execute("CREATE TABLE child(item REFERENCES items(id) ON DELETE CASCADE)")
    try scratch.execute("INSERT INTO child VALUES('a'), ('c')")
    try scratch.execute(
      "CREATE TRIGGER other AFTER INSERT ON child BEGIN UPDATE items SET n = 0 WHERE id = new.item; END"
    )
    let before = try scratch.rows("SELECT rowid, id, n FROM items")
    let objects = try scratch.rows(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'items' ORDER BY name")

    try scratch.stored(#"[{"id":"c","n":"three"}]"#, identity: ["id"])

    #expect(before == [[1, "a", 1], [3, "c", 3]])
    #expect(
      try scratch.rows("SELECT rowid, id, n FROM items") == [[1, "a", 1], [3, "c", "three"]])
    #expect(
      try scratch.rows(
        "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'items' ORDER BY name")
        == objects)
    #expect(try scratch.rows("SELECT id, n FROM log") == [["c", "three"]])
    #expect(try scratch.rows("SELECT id FROM big") == [["c"]])
    #expect(try scratch.rows("SELECT item FROM child") == [["a"], ["c"]])
    #expect(try scratch.rows("PRAGMA integrity_check") == [["ok"]])
    try scratch.execute("INSERT INTO child VALUES('a')")
    #expect(try scratch.rows("SELECT n FROM items WHERE id = 'a'") == [[0]])
  }

  @Test func wholeNumbersAsKeysMayBecomeTexts() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"id":5,"v":1},{"id":-7,"v":2}]"#, identity: ["id"])
    let outcome = try scratch.stored(
      #"[{"id":"5","v":3},{"id":5.0,"v":1},{"id":9223372036854775808,"v":4}]"#, identity: ["id"])
    #expect(outcome.counts.inserted == 2)
    #expect(outcome.counts.updated == 1)
    #expect(
      try scratch.rows("SELECT rowid, id, typeof(id), v FROM items ORDER BY v, rowid") == [
        [5, .real(5), "real", 1], [-7, -7, "integer", 2], [6, "5", "text", 3],
        [7, "9223372036854775808", "text", 4],
      ])
  }

  @Test func wholeRealsStayReals() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"a":1.0},{"a":2.5}]"#)
    try scratch.stored(#"[{"a":"x"}]"#)
    #expect(
      try scratch.rows("SELECT a, typeof(a) FROM items") == [
        [.real(1), "real"], [.real(2.5), "real"], ["x", "text"],
      ])
  }

  struct Definition: CustomTestStringConvertible, Sendable {
    let sql: String
    let widened: String?

    var testDescription: String { sql }
  }

  @Test(arguments: [
    Definition(
      sql: #"CREATE TABLE "t"("id" INTEGER, "a" TEXT, PRIMARY KEY("a")) STRICT"#,
      widened: #"CREATE TABLE "n"("id" INTEGER, "a" ANY, PRIMARY KEY("a")) STRICT"#),
    Definition(
      sql: #"CREATE TABLE 't, ('("x" TEXT DEFAULT 'a, "a" TEXT', [A] TEXT NOT NULL) STRICT"#,
      widened: #"CREATE TABLE "n"("x" TEXT DEFAULT 'a, "a" TEXT', [A] ANY NOT NULL) STRICT"#),
    Definition(
      sql: "CREATE TABLE t(b INT -- a INT, (\n, /* , a ( */ `a` INT CHECK(a IN (1, a))) STRICT",
      widened:
        "CREATE TABLE \"n\"(b INT -- a INT, (\n, /* , a ( */ `a` ANY CHECK(a IN (1, a))) STRICT"),
    Definition(sql: "CREATE TABLE t(b INT)", widened: nil),
    Definition(sql: "CREATE VIEW t AS SELECT 1", widened: nil),
    Definition(sql: "", widened: nil),
  ])
  func definitionIsChangedInPlace(item: Definition) {
    #expect(TableDefinition(item.sql).widened(["a"], name: "n") == item.widened)
  }
}
