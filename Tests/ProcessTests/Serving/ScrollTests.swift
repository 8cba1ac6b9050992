import Foundation
import JSON
import SampleAPI
import Testing

/// A person scrolls through a window on a remote collection: down fast, a jump to the end, back.
struct ScrollTests {
  static let itemCount = 600
  static let screenItems = 40

  /// How the API pages: by numbers that can be jumped to, or by tokens that have to be walked.
  enum Style: CaseIterable, Sendable {
    case page, cursor
  }

  /// A screen that shows items by way of the server.
  final class Screen {
    let server: ServerProcess
    private var lastID = 100

    init(api: String, _ style: Style = .page, heldPagesMax: Int) throws {
      server = try ServerProcess(.headers)
      var params: JSONObject = [
        "paginatorId": "a", "perPage": 10, "prefetch": ["distance": 20],
        "limits": ["heldPagesMax": .integer(heldPagesMax)],
      ]
      switch style {
      case .page:
        params["url"] = .string("\(api)/page?page=:currentPage&per_page=:perPage")
        params["itemsPath"] = "articles"
        params["paginationMapping"] = ["pagination.total_objects": "objectCount"]
      case .cursor:
        params["url"] = .string("\(api)/cursor?limit=:perPage")
        params["itemsPath"] = "data"
        params["pagination"] = ["strategy": "cursor", "next": "next_cursor", "parameter": "cursor"]
      }
      try server.ask("paginator/open", .object(params))
    }

    /// What is visible from an index on; with `waits`, once it is all there.
    func show(from start: Int, waits: Bool) throws -> JSONValue {
      lastID += 1
      let answer = try server.ask(
        "paginator/items",
        [
          "paginatorId": "a", "start": .integer(start),
          "count": .integer(ScrollTests.screenItems), "wait": .boolean(waits),
        ], id: lastID)
      return answer["result"] ?? .null
    }
  }

  @Test(arguments: Style.allCases)
  func whatIsVisibleBecomesLoadedAndNoPageIsRequestedTwice(_ style: Style) throws {
    var options = SampleOptions()
    options.itemCount = ScrollTests.itemCount
    options.latencyMilliseconds = 50
    let api = try SampleServer(options)
    defer { api.stop() }
    let screen = try Screen(api: api.url, style, heldPagesMax: 1_000)
    _ = try screen.show(from: 0, waits: true)
    for start in stride(from: 3, through: 200, by: 7) {
      _ = try screen.show(from: start, waits: false)
    }
    let visible = try screen.show(from: 203, waits: true)
    #expect(ids(visible) == Array(204...243))
    let end = ScrollTests.itemCount - ScrollTests.screenItems
    #expect(
      ids(try screen.show(from: end, waits: true)) == Array((end + 1)...ScrollTests.itemCount))
    for start in stride(from: end, through: 180, by: -90) {
      #expect(ids(try screen.show(from: start, waits: true)) == Array((start + 1)...(start + 40)))
    }
    #expect(screen.server.finish() == 0)
    let targets = api.requests().map(\.target)
    #expect(Set(targets).count == targets.count, "a page was requested twice")
    guard style == .page else { return }
    #expect(targets.count < ScrollTests.itemCount / 10, "pages were loaded that nobody looked at")
  }

  @Test func memoryIsBoundedByTheHeldPages() throws {
    var options = SampleOptions()
    options.itemCount = ScrollTests.itemCount
    let api = try SampleServer(options)
    defer { api.stop() }
    let screen = try Screen(api: api.url, heldPagesMax: 8)
    for start in stride(from: 0, to: 560, by: 40) {
      let view = try screen.show(from: start, waits: true)
      #expect(ids(view).count == ScrollTests.screenItems)
      let held = (view["state"]?["loadedPages"]?.arrayValue ?? []).reduce(0) { count, run in
        let ends = run.arrayValue?.compactMap(\.integerValue) ?? []
        return count + (ends.count == 2 ? ends[1] - ends[0] + 1 : 0)
      }
      #expect(held <= 8)
    }
    #expect(screen.server.finish() == 0)
  }

  private func ids(_ view: JSONValue) -> [Int] {
    (view["items"]?.arrayValue ?? []).compactMap { $0["id"]?.integerValue }
  }
}
