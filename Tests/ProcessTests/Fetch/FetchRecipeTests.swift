import Foundation
import JSON
import SampleAPI
import Store
import Testing

/// The recipes of README.md and protocol/recipes.md, run as they stand there; only the API is a sample one.
struct FetchRecipeTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 50) }

  /// The recipe that begins with a comment.
  private func recipe(_ comment: String, _ kit: FetchKit) throws -> String {
    let pages = try Built.text("README.md") + Built.text("protocol/recipes.md")
    let blocks = pages.components(separatedBy: "```")
    let text = try #require(blocks.first { $0.hasPrefix("sh\n# \(comment)") })
    #expect(text.contains("https://api.example.com/"))
    return String(text.dropFirst(3)).replacing("https://api.example.com", with: kit.api.url)
  }

  private func run(
    _ recipe: String, in kit: FetchKit, environment: [String: String] = [:]
  ) throws -> Run {
    let shell = try #require(Built.program("bash"))
    let folder = URL(filePath: Built.paginator).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try Run(
      shell, ["-c", recipe],
      environment: environment.merging(["PATH": "\(folder):\(path)"]) { given, _ in given },
      folder: kit.folder)
  }

  private var hasTools: Bool {
    let missing = ["bash", "jq"].filter { Built.program($0) == nil }
    if !missing.isEmpty { print("skipped: recipes, without \(missing.joined(separator: ", "))") }
    return missing.isEmpty
  }

  @Test func aPipeIntoJq() throws {
    guard hasTools else { return }
    let text = try recipe("A pipe into jq", kit)
    let whole = try run(text, in: kit)
    #expect(whole.status == 0 && whole.output.contains("Lost trains to Z\u{FC}rich\n"))
    let capped = try run(text.replacing("per_page=100' \\", with: "' --max-pages 1 \\"), in: kit)
    #expect(capped.status == 3)
  }

  @Test func cron() throws {
    guard hasTools else { return }
    let kit = try FetchKit(items: 250)
    let text = try recipe("Cron", kit)
    let token = ["API_TOKEN": "a-token-of-the-test"]
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: kit.folder.path).sorted()
    }
    let failing = text.replacing("per_page=100", with: "per_page=100&fault=500x9@p2&retry_after=0")
    let first = try run(failing, in: kit, environment: token)
    #expect(first.status == 5 && first.errors.contains("page 2"))
    #expect(try names() == ["articles.db"])
    let stored = StoredFile(path: kit.path("articles.db"))
    #expect(try stored.rows("SELECT count(*) FROM items") == [[100]])
    // The same request, now without the fault: the URL must not change.
    var next = try run(failing, in: kit, environment: token)
    for _ in 0..<3 where next.status == 5 {
      next = try run(failing, in: kit, environment: token)
    }
    #expect(next.status == 0, "\(next.errors)")
    #expect(try stored.rows("SELECT run, items FROM paginator_runs") == [[1, 250]])
    #expect(try stored.rows("SELECT count(*), sum(id) FROM items") == [[250, 31_375]])
    #expect(try run(text, in: kit).status == 2)
  }

  @Test func listsWithinItems() throws {
    guard hasTools else { return }
    let whole = try run(try recipe("Lists within items", kit), in: kit)
    #expect(whole.status == 0 && !whole.errors.contains("go on elsewhere"))
    let lines = try #require(kit.text("threads.ndjson")).split(separator: "\n")
    #expect(lines.count == 50 && lines.allSatisfy { $0.contains("\"more\":false") })
  }

  @Test func continuousIntegration() throws {
    guard hasTools else { return }
    let text = try recipe("CI", kit)
    let whole = try run(text, in: kit)
    #expect(whole.status == 0 && whole.output == "true\n")
    #expect(kit.text("articles.json")?.hasPrefix("[\n{") == true)
    let partial = try run(text.replacing("per_page=100", with: "per_page=20&fault=404@p2"), in: kit)
    #expect(partial.status == 4, "\(partial.errors)")
    #expect(partial.errors.contains("\"verdict\":\"suspect\"") && partial.output.isEmpty)
  }

  @Test func aTable() throws {
    guard hasTools else { return }
    #expect(try run(try recipe("A table for a spreadsheet", kit), in: kit).status == 0)
    let table = readTable(try #require(kit.text("articles.csv")), separator: ",")
    #expect(table.count == 31 && table[0].contains("author.login"))
  }

  @Test(arguments: [("secret", 0), ("wrong", 1)])
  func oauth(secret: String, status: Int) throws {
    guard hasTools else { return }
    let run = try run(
      try recipe("OAuth", kit), in: kit,
      environment: ["CLIENT_ID": "app", "CLIENT_SECRET": secret])
    #expect(Int(run.status) == status, "\(run.errors)")
    #expect((kit.text("articles.csv") != nil) == (status == 0))
    #expect(
      status == 0 || run.errors.contains("refuses: invalid_client. Check the fields of --auth"))
  }

  @Test func aListForEachOfManyValues() throws {
    guard hasTools else { return }
    let run = try run(try recipe("A list for each", kit), in: kit)
    #expect(run.status == 0, "\(run.errors)")
    let stored = StoredFile(path: kit.path("a.sqlite"))
    #expect(
      try stored.rows("SELECT _item_id, count(*) FROM parts GROUP BY 1 ORDER BY 1")
        == (1...5).map { [.integer($0), .integer($0)] })
  }

  @Test func theTableOfExitCodesIsThatOfTheHelp() throws {
    let readme = try Built.text("README.md")
    let help = try Run(Built.paginator, ["fetch", "--help"]).output
    let place = try #require(readme.range(of: "Of `paginator fetch`:"))
    let rows = readme[place.upperBound...].components(separatedBy: "\n## ")[0]
    let told = rows.matches(of: /\| ([0-9]+) \|/).map { String($0.output.1) }
    let codes = try #require(help.range(of: "Exit codes"))
    let lines = help[codes.upperBound...]
    let meant = lines.matches(of: #/\n +([0-9]+) {2}/#).map { String($0.output.1) }
    #expect(told == meant && told.count == 8)
  }
}
