import Foundation
import JSON
import Testing

@testable import Store

/// `--each`: one list for each of many values.
struct FetchEachTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 0) }

  /// Ids from 1 to the parent's `size`, two a page; the parents 404 and 500 answer with that status.
  private func api() throws -> ListAPI {
    try ListAPI { query in
      let parent = query["parent"] ?? 0
      if parent == 404 || parent == 500 {
        return ListAPI.Response(status: parent, body: "{\"message\":\"no luck\"}")
      }
      let first = ((query["page"] ?? 1) - 1) * 2 + 1
      let last = min(parent, first + 1)
      return .items(first > last ? [] : Array(first...last), "\"total\":\(parent)")
    }
  }

  private func arguments(_ api: ListAPI, _ mark: String = "item") -> [String] {
    [
      "\(api.url)/list?parent={\(mark)}&page=:currentPage", "--items", "items", "--retries", "0",
      "--summary", "--open", #"{"paginationMapping":{"total":"objectCount"}}"#,
    ]
  }

  private static let wanted = """
    {"_item":{"n":3},"id":1}\n{"_item":{"n":3},"id":2}\n{"_item":{"n":3},"id":3}
    {"_item":{"n":1},"id":1}\n
    """

  /// Where the values come from: the option's value, the file, and standard input.
  static let sources: [(option: String, file: String, input: String)] = [
    ("-", "", "{\"n\":3}\n{\"n\":1}\n"), ("values.ndjson", "\n{\"n\":3}\r\n\r\n{\"n\":1}", ""),
    ("values.json", "[{\"n\":3},\n {\"n\":1}]\n", ""), ("-", "", "[{\"n\":3},{\"n\":1}]"),
    ("values.sqlite: SELECT n FROM v ORDER BY n DESC;", "", ""),
    ("values.sqlite:WITH w AS (SELECT 3 AS n) SELECT * FROM w UNION ALL VALUES(1) -- x", "", ""),
  ]

  /// A total that no setting names is looked for in each list, at the place where the first one has
  /// it, or elsewhere.
  @Test func eachListIsComparedWithTheTotalThatItStates() throws {
    let api = try ListAPI { query in
      let parent = query["parent"] ?? 0
      let total = "\(parent == 3 ? 5 : 2)"
      return .items(
        (query["page"] ?? 1) == 1 ? [1, 2] : [],
        parent == 4 ? "\"meta\":{\"total\":2}" : "\"total\":\(total)")
    }
    let run = try kit.fetch(
      [
        "\(api.url)/list?parent={item}&page=:currentPage", "--items", "items", "--summary",
        "--each", "-", "--concurrency", "1",
      ], input: "1\n2\n3\n4\n5\n")
    let summary = try run.summary
    #expect(summary["verdict"] == "suspect" && summary["items"] == 10, "\(run.errors)")
    #expect(summary["each"]?["suspect"] == 1 && summary["each"]?["complete"] == 4)
  }

  /// A profile knows which of an API's numbers are totals, in each list as in one.
  @Test(arguments: [["--each", "-"], []])
  func numbersThatAProfileDoesNotNameAreNoTotals(each: [String]) throws {
    let api = try ListAPI { query in
      .items((query["page"] ?? 1) == 1 ? [1, 2] : [], "\"total\":99")
    }
    let profiles = kit.file(
      "profiles.json",
      """
      {"profiles":{"lists":{"url":"\(api.url)/list?page=:currentPage","itemsPath":"items",
        "pagination":{"strategy":"page"}}}}
      """)
    let run = try kit.fetch(
      [
        "\(api.url)/list?parent={item}&page=:currentPage", "--profiles", profiles, "-p", "lists",
        "--summary",
      ] + each, input: "1\n2\n", exits: 0)
    #expect(try run.summary["verdict"] == "complete")
  }

  @Test(arguments: 0..<sources.count)
  func valuesComeFromAnywhere(index: Int) throws {
    let api = try api()
    let source = FetchEachTests.sources[index]
    if source.option.hasPrefix("values.sqlite") {
      let file = StoredFile(path: kit.path("values.sqlite"))
      try file.execute("CREATE TABLE v AS SELECT 1 AS n UNION SELECT 3")
    } else if source.option != "-" {
      _ = kit.file(source.option, source.file)
    }
    let run = try kit.fetch(
      arguments(api, "item.n") + ["--each", source.option, "--keep", "n"], input: source.input,
      exits: 0, prints: FetchEachTests.wanted)
    let summary = try run.summary
    #expect(summary["proof"] == "counts")
    #expect(
      summary["each"]
        == ["items": 2, "complete": 2, "gone": 0, "failed": 0, "suspect": 0, "capped": 0])
  }

  @Test func theOutputOfOneFetchIsTheValuesOfTheNext() throws {
    let api = try api()
    let parents = try kit.fetch(arguments(api), input: "")
    #expect(parents.status == 0 && parents.output.isEmpty, "a mark without --each is plain text")
    let ids = try kit.fetch(
      ["\(api.url)/list?parent=3&page=:currentPage", "--items", "items"]).output
    try kit.fetch(
      arguments(api, "item.id") + ["--each", "-", "--keep", "", "--format", "csv"], input: ids,
      exits: 0, prints: "_item.id,id\n1,1\n2,1\n2,2\n3,1\n3,2\n3,3\n")
  }

  @Test func linesOfTextAreTexts() throws {
    let api = try ListAPI { query in
      .items(query.request.contains("/a%2Fb%20c?") ? [1] : [])
    }
    try kit.fetch(
      ["\(api.url)/{item}?page=:currentPage", "--items", "items", "--each", "-", "--keep", ""],
      input: "a/b c\n\n", prints: "{\"_item\":\"a/b c\",\"id\":1}\n")
  }

  @Test func anItemsOwnMemberAndItemsThatAreNoObjectsAreKept() throws {
    let api = try ListAPI { _ in
      ListAPI.Response(body: #"{"items":[{"_item":7,"a":1},{"_item":1,"_item_":2},{},"x"]}"#)
    }
    let run = try kit.fetch(
      [
        "\(api.url)/{item}", "--items", "items", "--pagination", "single", "--each", "-", "--keep",
        "",
      ],
      input: "5\n")
    #expect(
      run.output == """
        {"_item":5,"_item_":7,"a":1}\n{"_item":5,"_item__":1,"_item_":2}\n{"_item":5}\n{"_item":5,"value":"x"}\n
        """, "\(run.errors)")
  }

  /// A failure costs its own list, and is told with its address and the API's words.
  @Test func aFailureCostsItsListOnly() throws {
    let api = try api()
    let run = try kit.fetch(
      arguments(api, "item.n") + ["--each", "-", "--keep", "n"],
      input: "{\"n\":3}\n{\"n\":500}\n{\"n\":404}\n{\"m\":1}\n{\"n\":[1]}\n{\"n\":1}\n", exits: 5,
      prints: FetchEachTests.wanted, says: "4 items of 6 values in",
      "partial: 3 values failed (\(api.url)/list?parent=500&page=1", "no luck", "1 value is gone")
    #expect(
      try run.summary["each"]
        == ["items": 6, "complete": 2, "gone": 1, "failed": 3, "suspect": 0, "capped": 0])
  }

  @Test(arguments: [
    ("{\"n\":3}\n{\"n\":1}\n{\"n\":", "the values end in the middle of line 3"),
    ("[{\"n\":3},{\"n\":1},{", "the values end in the middle of element 3"),
    ("[{\"n\":3},{\"n\":1},x]", "element 3 of the values is no JSON"),
    ("[{\"n\":3},{\"n\":1}]\n[]", "there are values after the end of their array"),
  ])
  func valuesThatBreakOffAreTold(input: String, words: String) throws {
    let api = try api()
    let path = kit.file("values", input)
    try kit.fetch(
      arguments(api, "item.n") + ["--each", path, "--keep", "n"], exits: 5,
      prints: FetchEachTests.wanted, says: words)
  }

  @Test func whereNothingWouldComeTheFirstFailureEndsIt() throws {
    let api = try ListAPI { _ in ListAPI.Response(status: 401, body: "{}") }
    try kit.fetch(arguments(api) + ["--each", "-"], input: "1\n2\n3\n", exits: 1, says: "401")
  }

  @Test(arguments: [
    ["--keep", "n"], ["--each", "nowhere.txt"], ["--each", "x.sqlite"], ["--each", ""],
    ["--each", "v.sqlite: DELETE FROM v"], ["--each", "v.sqlite: SELECT 1; DELETE FROM v"],
    ["--each", "v.sqlite: SELECT * FROM nothing"], ["--each", "v.sqlite:"],
    ["--each", "-", "--keep", "a..b"], ["--each", "-", "--data", "@-"],
    ["--each", "-", "--prune", "-o", "x.sqlite"],
    ["--each", "-", "--open", #"{"each":{"items":[1]}}"#],
  ])
  func whatCannotBeUsedIsRefused(options: [String]) throws {
    let api = try api()
    let file = StoredFile(path: kit.path("v.sqlite"))
    try file.execute("CREATE TABLE v AS SELECT 1 AS n")
    let run = try kit.fetch(arguments(api, "item.n") + options)
    #expect(run.status == (options.contains("nowhere.txt") ? 1 : 2), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(try file.rows("SELECT n FROM v") == [[1]])
  }

  @Test func aRequestWithoutAMarkIsRefused() throws {
    let api = try api()
    for url in ["\(api.url)/list", "http://{item}.example.org/"] {
      try kit.fetch([url, "--each", "-"], exits: 2, says: "{item}")
    }
  }

  @Test func aFileThatCannotBeReadIsNotTheOutputs() throws {
    let run = try kit.fetch(arguments(try api()) + ["--each", "nowhere.txt"])
    #expect(try run.summary["endReason"]?["evidence"]?["value"] == "valuesUnreadable")
  }

  // MARK: Resuming

  private func resumed(_ api: ListAPI, _ values: String, _ more: [String]) -> [String] {
    arguments(api, "item.n") + [
      "--each", values, "--keep", "n", "-o", "items.ndjson", "--resume", "items.resume",
    ] + more
  }

  @Test(arguments: 1...4)
  func aRunContinuesInsideOfTheList(itemsMax: Int) throws {
    let api = try api()
    let values = kit.file("values", "{\"n\":3}\n{\"n\":404}\n{\"n\":1}\n")
    try kit.fetch(resumed(api, values, ["--max-items", "\(itemsMax)"]), exits: 3)
    let second = try kit.fetch(resumed(api, values, []), exits: 0)
    #expect(kit.text("items.ndjson") == FetchEachTests.wanted)
    #expect(try second.summary["each"]?["gone"] == 1)
    #expect(try kit.fetch(resumed(api, values, [])).status == 0)
    #expect(kit.text("items.ndjson") == FetchEachTests.wanted)
  }

  @Test func otherValuesThanThoseThatAreDoneAreRefused() throws {
    let api = try api()
    let values = kit.file("values", "{\"n\":1}\n{\"n\":3}\n{\"n\":2}\n")
    #expect(try kit.fetch(resumed(api, values, ["--max-items", "2"])).status == 3)
    let before = (kit.text("items.ndjson"), kit.text("items.resume"))
    _ = kit.file("values", "{\"n\":2}\n{\"n\":3}\n")
    try kit.fetch(resumed(api, values, []), exits: 1, says: "does not belong")
    #expect(kit.text("items.ndjson") == before.0 && kit.text("items.resume") == before.1)
  }

  /// Failed values are not tried again, and the same command says so.
  @Test func aPartialRunThatCameToTheLastValueIsOver() throws {
    let api = try api()
    let values = kit.file("values", "{\"n\":1}\n{\"n\":500}\n")
    #expect(try kit.fetch(resumed(api, values, [])).status == 5)
    try kit.fetch(resumed(api, values, []), exits: 5, says: "delete the file to start again")
    #expect(kit.text("items.ndjson") == "{\"_item\":{\"n\":1},\"id\":1}\n")
  }
}
