import Testing

@testable import Store

/// Which columns a table has, and what they are called.
struct ColumnTests {
  @Test func columnsComeInOrderOfAppearance() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"b":1,"a":2},{"c":3,"a":4}]"#, #"[{"d":5,"b":6}]"#)
    #expect(try scratch.columns() == ["b", "a", "c", "_run", "_position", "d"])
    #expect(
      try scratch.table() == [
        "b=1 a=2 c=NULL d=NULL", "b=NULL a=4 c=3 d=NULL", "b=6 a=NULL c=NULL d=5",
      ])
  }

  @Test func namesThatSQLiteTakesForEqualGetNumbers() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"id":1,"ID":2,"Id":3,"_run":4,"_Position":5,"_rest":6,"é":7,"É":8}]"#)
    #expect(
      try scratch.columns() == [
        "id", "ID_2", "Id_3", "_run_2", "_Position_2", "_rest_2", "é", "É", "_run", "_position",
      ])
    let members = try scratch.rows(
      "SELECT column_name, member FROM paginator_columns WHERE member <> column_name ORDER BY 1")
    #expect(
      members == [
        ["ID_2", "ID"], ["Id_3", "Id"], ["_Position_2", "_Position"], ["_rest_2", "_rest"],
        ["_run_2", "_run"],
      ])
  }

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

  @Test func laterRunsFindRenamedColumnsAgain() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"id":1,"ID":2}]"#)
    try scratch.stored(#"[{"ID":3,"id":4,"iD":5}]"#)
    #expect(try scratch.table() == ["id=1 ID_2=2 iD_3=NULL", "id=4 ID_2=3 iD_3=5"])
  }

  @Test func strangeNamesGoIntoRest() throws {
    let scratch = try Scratch()
    let long = String(repeating: "n", count: 256)
    try scratch.stored(
      #"[{"":1,"a":2,"x\u0000":[ 3 ],"\ud800":4,"":5},{"\#(long)":"é"},{"a":1}]"#)
    #expect(try scratch.columns() == ["a", "_rest", "_run", "_position"])
    #expect(
      try scratch.rows("SELECT _rest FROM items") == [
        [.text(#"{"x\u0000":[ 3 ],"\ud800":4,"":5}"#)], [.text("{\"\(long)\":\"é\"}")], [.null],
      ])
  }

  @Test func longestNameIsAColumn() throws {
    let scratch = try Scratch()
    let name = String(repeating: "n", count: 255)
    try scratch.stored("[{\"\(name)\":1}]")
    #expect(try scratch.types() == ["\(name) INTEGER"])
  }

  @Test func namesMayHoldAnything() throws {
    let scratch = try Scratch()
    try scratch.stored(
      #"[{"a\"b":1,"select":2,"x y":3,"😀":4,"?1":5,"rowid":6,"oid":7,"_rowid_":8}]"#)
    try scratch.stored(#"[{"a\"b":"x","rowid":1.5}]"#)
    #expect(
      try scratch.types() == [
        "a\"b ANY", "select INTEGER", "x y INTEGER", "😀 INTEGER", "?1 INTEGER", "rowid ANY",
        "oid INTEGER", "_rowid_ INTEGER",
      ])
    #expect(
      try scratch.rows(#"SELECT "a""b", "rowid", "oid" FROM items"#) == [
        [1, 6, 7], ["x", .real(1.5), .null],
      ])
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

  @Test func itemsThatAreNoObjectsAreTheMemberItem() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[1,"x",null,[2],{"item":true}]"#)
    #expect(try scratch.types() == ["item ANY"])
    #expect(try scratch.table() == ["item=1", "item='x'", "item=NULL", "item='[2]'", "item=1"])
  }

  @Test func rawKeepsTheWholeItem() throws {
    let scratch = try Scratch()
    let first = #"{ "id" : 1,  "item": 1.10 }"#
    try scratch.stored("[\(first),{\"id\":2,\"user\":{}}]", identity: ["id"], isRaw: true)
    #expect(try scratch.columns() == ["id", "item", "_run", "_position"])
    #expect(
      try scratch.rows("SELECT item FROM items") == [[.text(first)], [#"{"id":2,"user":{}}"#]])
    let again = try scratch.stored("[\(first)]", identity: ["id"], isRaw: true)
    #expect(again.counts.unchanged == 1)
  }

  @Test func rawIdentityNamedItemGetsANumber() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"item":1}]"#, identity: ["item"], isRaw: true)
    #expect(try scratch.columns() == ["item_2", "item", "_run", "_position"])
    #expect(
      try scratch.stored(#"[{"item":1}]"#, identity: ["item"], isRaw: true).counts.unchanged == 1)
  }

  @Test func columnsOfUsersStay() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"id":1,"a":1}]"#, identity: ["id"])
    try scratch.execute("ALTER TABLE items ADD COLUMN note TEXT NOT NULL DEFAULT 'x, (y)'")
    try scratch.execute("ALTER TABLE items ADD COLUMN twice INTEGER AS (a * 2)")
    try scratch.execute("UPDATE items SET note = 'mine'")
    try scratch.stored(#"[{"id":1,"a":"s"},{"id":2,"a":2,"note":3}]"#, identity: ["id"])
    #expect(
      try scratch.rows("SELECT id, a, note, twice, note_2 FROM items") == [
        [1, "s", "mine", 0, .null], [2, 2, "x, (y)", 4, 3],
      ])
  }
}
