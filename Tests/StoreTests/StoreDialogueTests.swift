import JSON
import Pagination
import TestSupport
import Testing

@testable import Store

/// The cases in `Cases`: pages that runs store in one file, and what is then in it.
///
/// `stored` is a run of these pages, and its end. `run` begins one of that name, `page` stores a page and
/// `end` ends with a verdict, each of the run `of`, or of the only one. A page is JSON, or `#1..3` for
/// items with these ids; `runs` of a case are members of each `stored` and `run`. `fails`: parts of the error.
/// `counts`, `number`, `notPruned` and `becomes` are those of a run or its outcome; `since` and `at` what
/// a new run finds. `rows` of a statement, `columns`, `types` and `table` of the table `items` are
/// looked at, and `dump`: the file is as it was when another step kept it.
@Suite struct StoreDialogueTests {
  private static let ofRuns: Set<String> = [
    "into", "identity", "raw", "request", "bookmark", "mode", "prune", "fails",
  ]
  private static let facts: Set<String> = ["counts", "number", "notPruned", "becomes", "fails"]

  static let all = Dialogue.all(
    ["runs"],
    [
      "stored": ofRuns.union(facts).union(["verdict", "proof", "total"]),
      "run": ofRuns.union(["since", "at", "number"]),
      "page": facts.union(["of", "checkpoint"]),
      "end": facts.union(["of", "proof", "total", "reason"]), "sql": [], "rows": ["are"],
      "columns": [], "types": [], "table": [], "dump": [], "file": [],
    ])

  @Test(arguments: all) func theFileIsAsWritten(_ dialogue: Dialogue) throws {
    var play = try Play(dialogue.world["names"]?.objectValue ?? [:])
    let runs = dialogue.world["runs"]?.objectValue ?? [:]
    for (index, step) in dialogue.steps.enumerated() {
      let isRun = step["stored"] != nil || step["run"] != nil
      try play.take(isRun ? step.completed(by: runs) : step, "\(dialogue.id), step \(index + 1)")
    }
  }

  /// One case while it runs.
  private struct Play {
    private let scratch = try? Scratch()
    private let names: [String: JSONValue]
    private var runs: [String: StoreRun] = [:]
    private var dump: [String] = []
    private var place = ""

    init(_ names: JSONObject) throws {
      self.names = Dictionary(uniqueKeysWithValues: names.members.map { $0 })
    }

    mutating func take(_ step: JSONObject, _ place: String) throws {
      let step = step.filled(names)
      self.place = place
      let scratch = try #require(scratch)
      do {
        try play(step, scratch)
        #expect(step["fails"] == nil, "\(place): it does not fail")
      } catch let error as StoreError {
        let parts = try #require(step["fails"]?.list, "\(place): \(error)")
        for part in parts { #expect("\(error)".holds(part.plain), "\(place): \(error)") }
      }
    }

    private mutating func play(_ step: JSONObject, _ scratch: Scratch) throws {
      let shown: JSONValue
      switch step.keys.first {
      case "stored":
        let run = try begun(step, scratch)
        for page in step["stored"]?.list ?? [] { try run.store(.json(text(page))) }
        return try expect(run.end(end(step["verdict"] ?? "complete", step)), step)
      case "run":
        let run = try begun(step, scratch)
        if let since = step["since"] { #expect(Self.text(run.since) == since.plain, "\(place)") }
        if let at = step["at"] { #expect(run.checkpoint == at.stringValue, "\(place)") }
        if let number = step["number"] { #expect(run.run == number.integerValue, "\(place)") }
        return runs[step["run"]?.plain ?? ""] = run
      case "page":
        let run = try run(of: step)
        let checkpoint = step["checkpoint"].map(\.stringValue) ?? "next"
        try run.store(.json(text(step["page"] ?? ""), checkpoint: checkpoint))
        if let counts = step["counts"] { expect(run.counts.tree, like: counts) }
        if let number = step["number"] { #expect(run.run == number.integerValue, "\(place)") }
        return
      case "end":
        let run = try run(of: step)
        return try expect(run.end(end(step["end"] ?? .null, step)), step)
      case "sql": return try scratch.execute(step["sql"]?.plain ?? "")
      case "dump":
        if step["dump"] == "keep" { return dump = try scratch.dump() }
        return #expect(try scratch.dump() == dump, "\(place)")
      case "file": return #expect(scratch.hasFile == (step["file"] == true), "\(place)")
      case "rows":
        let rows = try scratch.rows(step["rows"]?.plain ?? "")
        return expect(.array(rows.map { .array($0.map(\.tree)) }), like: step["are"] ?? .null)
      case "columns": shown = .array(try scratch.columns().map { .string($0) })
      case "types": shown = .array(try scratch.types().map { .string($0) })
      default: shown = .array(try scratch.table().map { .string($0) })
      }
      expect(shown, like: step.members[0].value)
    }

    private static func text(_ bookmark: JSONOrdered?) -> String {
      switch bookmark {
      case .string(let text): "\"\(text)\""
      case .number(let number): number.text
      case nil: "none"
      }
    }

    private func text(_ page: JSONValue) -> String {
      guard page.plain.hasPrefix("#") else { return page.plain }
      let items = String(page.plain.dropFirst()).numbers.map { "{\"id\":\($0)}" }
      return "[\(items.joined(separator: ","))]"
    }

    private func end(_ verdict: JSONValue, _ step: JSONObject) -> RunEnd {
      RunEnd(
        verdict: verdict.stringValue.flatMap(Verdict.init), reason: step["reason"]?.stringValue,
        checkpoint: step["reason"] == nil ? nil : "end",
        proof: step["proof"].map { $0.stringValue.flatMap(WalkProof.init) } ?? .counts,
        statedTotal: step["total"]?.integerValue)
    }

    private func begun(_ step: JSONObject, _ scratch: Scratch) throws -> StoreRun {
      let modes: [String: StoreRun.Mode] = ["fresh": .fresh, "separate": .separate]
      let limit = step["prune"]?.stringValue.flatMap(PruneLimit.init)
      return try scratch.run(
        step["into"]?.plain ?? "items", identity: step["identity"]?.list.map(\.plain) ?? [],
        isRaw: step["raw"] == true, request: step["request"]?.plain ?? "GET /items",
        bookmark: step["bookmark"]?.stringValue,
        mode: modes[step["mode"]?.plain ?? ""] ?? .continuing,
        pruning: step["prune"] == true || limit != nil ? PruneOrder(limit: limit) : nil)
    }

    private func run(of step: JSONObject) throws -> StoreRun {
      let run = step["of"].map { runs[$0.plain] } ?? (runs.count == 1 ? runs.first?.value : nil)
      return try #require(run, "\(place): no such run")
    }

    private func expect(_ value: JSONValue, like pattern: JSONValue) {
      #expect(value.differences(from: pattern) == [], "\(place)")
    }

    private func expect(_ outcome: RunOutcome, _ step: JSONObject) {
      if let counts = step["counts"] { expect(outcome.counts.tree, like: counts) }
      if let number = step["number"] { #expect(outcome.run == number.integerValue, "\(place)") }
      if let verdict = step["becomes"] {
        #expect(outcome.verdict?.rawValue == verdict.plain, "\(place)")
      }
      if let reason = step["notPruned"] {
        let found = outcome.notPruned.map { JSONValue.string("\($0)") } ?? .null
        expect(found, like: reason)
      }
    }
  }
}

extension RunCounts {
  fileprivate var tree: JSONValue {
    [
      "pages": .integer(pages), "items": .integer(items), "inserted": .integer(inserted),
      "updated": .integer(updated), "unchanged": .integer(unchanged), "deleted": .integer(deleted),
      "duplicates": .integer(duplicates),
    ]
  }
}

extension SQLValue {
  fileprivate var tree: JSONValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .number(JSONNumber(text: real.description))
    case .text(let text): .string(text)
    }
  }
}
