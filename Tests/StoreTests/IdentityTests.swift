import JSON
import Testing

@testable import Store

/// How rows are known again, and what counts as what.
struct IdentityTests {
  @Test func itemsAreInsertedUpdatedOrUnchanged() throws {
    let scratch = try Scratch()
    let first = try scratch.stored(
      #"[{"id":1,"a":"x"},{"id":2,"a":"y"},{"id":3,"a":"z"}]"#, identity: ["id"])
    #expect(first.counts.inserted == 3)
    let second = try scratch.stored(
      #"[{"id":2,"a":"y"},{"id":3},{"id":4,"a":"new"},{"id":1,"a":"X"}]"#, identity: ["id"])
    #expect(second.counts.inserted == 1)
    #expect(second.counts.updated == 2)
    #expect(second.counts.unchanged == 1)
    #expect(second.counts.duplicates == 0)
    #expect(second.run == 2)
    #expect(try scratch.table() == ["id=1 a='X'", "id=2 a='y'", "id=3 a=NULL", "id=4 a='new'"])
    #expect(
      try scratch.rows("SELECT id, _run, _position FROM items") == [
        [1, 2, 3], [2, 2, 0], [3, 2, 1], [4, 2, 2],
      ])
  }

  @Test func duplicatesCountOnceAndTheLaterStays() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"id":1,"a":0}]"#, identity: ["id"])
    let outcome = try scratch.stored(
      #"[{"id":1,"a":0},{"id":2,"a":1},{"id":1,"a":9}]"#, #"[{"id":2,"a":1}]"#, identity: ["id"])
    #expect(outcome.counts.items == 4)
    #expect(outcome.counts.unchanged == 1)
    #expect(outcome.counts.inserted == 1)
    #expect(outcome.counts.duplicates == 2)
    #expect(outcome.verdict == .suspect)
    #expect(
      try scratch.rows("SELECT id, a, _position FROM items") == [[1, 9, 2], [2, 1, 3]])
  }

  @Test(arguments: [
    (#"1"#, #"1.0"#, 1), (#"1"#, #""1""#, 2), (#"1.5"#, #"15e-1"#, 1), (#""a""#, #""A""#, 2),
    (#""a""#, #""\u0061""#, 1), (#"9223372036854775808"#, #""9223372036854775808""#, 1),
    (#""\u0000""#, #""\u0000x""#, 2),
  ])
  func keysAreEqualAsInSQLite(first: String, second: String, rows: Int) throws {
    let scratch = try Scratch()
    let outcome = try scratch.stored(
      "[{\"id\":\(first)}]", "[{\"id\":\(second)}]", identity: ["id"])
    #expect(outcome.counts.inserted == rows)
    #expect(outcome.counts.duplicates == 2 - rows)
    #expect(try scratch.rows("SELECT 1 FROM items").count == rows)
  }

  @Test func equalKeyOfAnotherTypeUpdatesTheRow() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"id":1},{"id":"x"}]"#, identity: ["id"])
    let outcome = try scratch.stored(#"[{"id":1.0},{"id":"x"}]"#, identity: ["id"])
    #expect(outcome.counts.updated == 1)
    #expect(outcome.counts.unchanged == 1)
    #expect(try scratch.rows("SELECT id FROM items") == [[.real(1)], ["x"]])
  }

  @Test func equalNumberOfAnotherTypeUpdatesTheRow() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"id":1,"a":1},{"id":2,"a":"x"},{"id":3,"a":null}]"#, identity: ["id"])
    let outcome = try scratch.stored(
      #"[{"id":1,"a":1.0},{"id":2,"a":"x"},{"id":3}]"#, identity: ["id"])
    #expect(outcome.counts.updated == 1)
    #expect(outcome.counts.unchanged == 2)
    #expect(try scratch.rows("SELECT typeof(a) FROM items") == [["real"], ["text"], ["null"]])
  }

  @Test func compoundAndNestedKeysAreColumns() throws {
    let scratch = try Scratch()
    let identity = ["user.id", "n"]
    let page =
      #"[{"n":1,"user":{"id":"a"},"user.id":0},{"n":1,"user":{"id":"b"}},{"n":2,"user":{"id":"a"}}]"#
    #expect(try scratch.stored(page, identity: identity).counts.inserted == 3)
    #expect(try scratch.stored(page, identity: identity).counts.unchanged == 3)
    #expect(
      try scratch.types() == ["user.id TEXT", "n INTEGER", "user TEXT", "user.id_2 INTEGER"])
    #expect(
      try scratch.rows("SELECT name FROM pragma_table_info('items') WHERE pk > 0 ORDER BY pk")
        == [["user.id"], ["n"]])
  }

  @Test(arguments: [
    #"{"a":1}"#, #"{"id":null}"#, #"{"id":true}"#, #"{"id":[1]}"#, #"{"id":{}}"#, "7",
  ])
  func itemWithoutKeyStopsTheRun(item: String) throws {
    let scratch = try Scratch()
    let run = try scratch.run(identity: ["id"])
    #expect(throws: StoreError.identityMissing(item: 1, path: try JSONPath("id"))) {
      try run.store(.json("[{\"id\":1},\(item)]"))
    }
    #expect(!scratch.hasFile)
    try run.store(.json(#"[{"id":1}]"#))
    let before = try scratch.dump()
    #expect(throws: StoreError.identityMissing(item: 2, path: try JSONPath("id"))) {
      try run.store(.json("[{\"id\":2,\"new\":1},\(item)]"))
    }
    #expect(try scratch.dump() == before)
  }

  @Test func usersUniqueIndexIsNoIdentity() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"id":1,"slug":"a"}]"#, identity: ["id"])
    try scratch.execute("CREATE UNIQUE INDEX one ON items(slug)")
    let run = try scratch.run(identity: ["id"])
    let before = try scratch.dump()
    #expect(throws: StoreError.self) {
      try run.store(.json(#"[{"id":3,"slug":"b"},{"id":2,"slug":"a"}]"#))
    }
    #expect(try scratch.dump() == before)
  }

  @Test func rowsByHandBecomeTheItems() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"id":1,"a":1}]"#, identity: ["id"])
    try scratch.execute("INSERT INTO items(id, a) VALUES(2, 2), (3, 3)")
    let outcome = try scratch.stored(#"[{"id":2,"a":2}]"#, identity: ["id"])
    #expect(outcome.counts.unchanged == 1)
    #expect(
      try scratch.rows("SELECT id, _run FROM items") == [[1, 1], [2, 2], [3, .null]])
  }

  @Test func withoutIdentityRowsAreAppended() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"a":1},{"a":1}]"#)
    try scratch.stored(#"[{"a":1}]"#)
    #expect(
      try scratch.rows("SELECT a, _run, _position FROM items") == [
        [1, 1, 0], [1, 1, 1], [1, 2, 0],
      ])
  }

  /// A mapping may leave out or rename what identifies an item.
  @Test func keyOfMappedItemsComesFromTheAPIsItems() throws {
    let scratch = try Scratch()
    func page(_ mapped: String, _ source: String) throws -> StoreRun.Page {
      let (mapped, source) = (
        try JSONDocument(Array(mapped.utf8)), try JSONDocument(Array(source.utf8))
      )
      return StoreRun.Page(
        document: mapped, items: mapped.elements(of: mapped.root),
        sources: (source, source.elements(of: source.root)), checkpoint: nil)
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
}
