import JSON
import Pagination
import TestSupport
import Testing

@testable import Store

/// Tables that random pages make, compared with a slow model after each page.
struct RandomTableTests {
  /// Names that are easily mixed up: equal but for the case of ASCII letters, Paginator's own, and
  /// some that no column can have.
  private static let names: [(json: String, key: String?)] = [
    (#""a""#, "a"), (#""A""#, "A"), (#""\u0061""#, "a"), (#""a_2""#, "a_2"), (#""A_2""#, "A_2"),
    (#""_run""#, "_run"), (#""_RUN""#, "_RUN"), (#""_position""#, "_position"),
    (#""_rest""#, "_rest"), (#""_Rest_2""#, "_Rest_2"), (#""item""#, "item"),
    (#""ITEM""#, "ITEM"), (#""é""#, "é"), (#""É""#, "É"), (#""e\u0301""#, "e\u{301}"),
    (#""""#, ""), (#""x\u0000y""#, "x\0y"), (#""\ud800""#, nil), (#""x y""#, "x y"),
    (#""q\"q""#, "q\"q"), (#""rowid""#, "rowid"), (#""oid""#, "oid"), (#""user.id""#, "user.id"),
    ("\"\(String(repeating: "n", count: 255))\"", String(repeating: "n", count: 255)),
    ("\"\(String(repeating: "n", count: 256))\"", String(repeating: "n", count: 256)),
  ]

  @Test(arguments: [true, false], 0..<40)
  func tableIsTheModels(hasIdentity: Bool, round: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let scratch = try Scratch()
    var model = SlowTable(identity: hasIdentity ? "id" : nil)
    // Few names and values give tables whose columns keep their types.
    let names = RandomTableTests.names.shuffled(using: &random)
      .prefix(Int.random(in: 1...12, using: &random))
    let samples = SlowTable.Sample.all.shuffled(using: &random)
      .prefix(Int.random(in: 1...SlowTable.Sample.all.count, using: &random))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let run = try scratch.run(identity: hasIdentity ? ["id"] : [])
      model.beginRun()
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        var page: [SlowTable.Item] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          guard hasIdentity || Int.random(in: 0..<8, using: &random) > 0 else {
            let values = samples.filter { !$0.json.hasPrefix("{") }
            page.append(.other(values.randomElement(using: &random) ?? SlowTable.Sample.all[0]))
            continue
          }
          var members = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            let name = names.randomElement(using: &random) ?? RandomTableTests.names[0]
            return SlowTable.Member(
              keyJSON: name.json, key: name.key,
              sample: samples.randomElement(using: &random) ?? SlowTable.Sample.all[0])
          }
          if hasIdentity, let key = SlowTable.Sample.keys.randomElement(using: &random) {
            let place = Int.random(in: 0...members.count, using: &random)
            members.insert(.init(keyJSON: #""id""#, key: "id", sample: key), at: place)
          }
          page.append(.object(members))
        }
        try run.store(.json("[" + page.map(\.json).joined(separator: ",") + "]"))
        model.store(page)
        try compare(scratch, model, run, "seed \(seed)")
      }
      _ = try run.end(RunEnd(verdict: .complete, reason: nil))
    }
    #expect(try scratch.rows("PRAGMA integrity_check") == [["ok"]], "seed \(seed)")
  }

  /// More members than columns: the others go into `_rest`, in whatever order they come.
  @Test(arguments: [true, false]) func wideTableIsTheModels(hasIdentity: Bool) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let scratch = try Scratch()
    var model = SlowTable(identity: hasIdentity ? "id" : nil)
    let run = try scratch.run(identity: hasIdentity ? ["id"] : [])
    model.beginRun()
    for page in 0..<4 {
      let items = (0..<3).map { _ -> SlowTable.Item in
        let names = (0..<1_200).shuffled(using: &random).prefix(500)
        var members = names.map { number in
          SlowTable.Member(
            keyJSON: "\"m\(number)\"", key: "m\(number)",
            sample: SlowTable.Sample.all.randomElement(using: &random) ?? SlowTable.Sample.all[0])
        }
        if hasIdentity {
          // It comes last where others have taken all columns, and is one all the same.
          let key = SlowTable.Sample.keys[Int.random(in: 0..<3, using: &random)]
          members.insert(.init(keyJSON: #""id""#, key: "id", sample: key), at: page == 0 ? 500 : 0)
        }
        return .object(members)
      }
      try run.store(.json("[" + items.map(\.json).joined(separator: ",") + "]"))
      model.store(items)
      try compare(scratch, model, run, "seed \(seed)")
    }
  }

  /// Pages that are long enough for statements of many rows, which turn out wrong now and then.
  @Test(arguments: 0..<30) func longPagesAreTheModels(round: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let scratch = try Scratch()
    var model = SlowTable(identity: "id")
    // A number is its row's rowid, a text is not.
    let isText = Bool.random(using: &random)
    let oddities = [10, 100, 1_000].randomElement(using: &random) ?? 10
    func item(_ number: Int, _ value: Int) -> SlowTable.Item {
      let key: SlowTable.Sample =
        isText
        ? .init(json: "\"\(number)\"", value: .text("\(number)"))
        : .init(json: "\(number)", value: .integer(number))
      return .object([
        .init(keyJSON: #""id""#, key: "id", sample: key),
        .init(
          keyJSON: #""value""#, key: "value",
          sample: .init(json: "\(value)", value: .integer(value))),
      ])
    }
    for value in 1...4 {
      let run = try scratch.run(identity: ["id"])
      model.beginRun()
      var last = 0
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        var page: [SlowTable.Item] = []
        for _ in 0..<Int.random(in: 1...120, using: &random) {
          switch Int.random(in: 0..<oddities, using: &random) {
          case 0: page.append(item(Int.random(in: 0...last, using: &random), 0))
          case 1: page.append(item(Int.random(in: 1_000..<2_000, using: &random), 0))
          case 2: page.append(item(last, value))
          case 3: page.append(item(Int.min, 0))
          default:
            last += 1
            page.append(item(last, 0))
          }
        }
        try run.store(.json("[" + page.map(\.json).joined(separator: ",") + "]"))
        model.store(page)
        try compare(scratch, model, run, "seed \(seed)")
      }
      _ = try run.end(RunEnd(verdict: .complete, reason: nil))
      // Whoever watches the table sees each change.
      if value == 3, Bool.random(using: &random) {
        try scratch.execute("CREATE INDEX mine ON items(value)")
      }
    }
    #expect(try scratch.rows("PRAGMA integrity_check") == [["ok"]], "seed \(seed)")
  }

  private func compare(
    _ scratch: Scratch, _ model: SlowTable, _ run: StoreRun, _ comment: Comment
  ) throws {
    #expect(run.counts == model.counts, comment)
    // Without any member there is nothing to be seen of a table but Paginator's own columns.
    let facts = try scratch.rows("SELECT name, type FROM pragma_table_xinfo('items')")
      .filter { ![.text("_run"), .text("_position")].contains($0[0]) }
    #expect(
      facts.map { "\($0[0].text ?? "") \($0[1].text ?? "")" }.sorted()
        == model.columns.map { "\($0.name) \($0.type)" }.sorted(), comment)
    let names = model.columns.map(\.name)
    let list = (["_run", "_position"] + names).map(SQLName.quoted).joined(separator: ", ")
    let rows = try scratch.rows("SELECT \(list) FROM items").map { row in
      SlowTable.Row(
        run: row[0].integer ?? -1, position: row[1].integer ?? -1,
        values: Dictionary(uniqueKeysWithValues: zip(names.indices, row[2...])).filter {
          $0.value != .null
        }
      )
    }
    func inOrder(_ rows: [SlowTable.Row]) -> [SlowTable.Row] {
      rows.sorted { ($0.run, $0.position) < ($1.run, $1.position) }
    }
    #expect(inOrder(rows) == inOrder(model.rows), comment)
  }
}
