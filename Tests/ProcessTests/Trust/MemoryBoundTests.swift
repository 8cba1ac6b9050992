#if os(Linux)
import Foundation
import JSON
import Testing

/// What a page costs in memory: at most eight times its bytes, and 64 MiB more.
@Suite(.timeLimit(.minutes(5))) struct MemoryBoundTests {
  private let kit: FetchKit
  private static let bytes = 8 << 20

  init() throws { kit = try FetchKit() }

  private static func list(_ item: String) -> String {
    "[" + String(repeating: item + ",", count: bytes / (item.utf8.count + 1) - 1) + item + "]"
  }

  /// Bodies of many small items, with options that want something of each.
  static let costly: [(body: String, options: [String])] = [
    (list(#"{"a":1}"#), ["--identity", "a"]),
    (list(#"{"a":1}"#), ["--fields", "a,b"]),
    (list(#"{"a":1}"#), ["--map", #"{"attributes":{"a":"a"}}"#]),
    (#"{"c":["a"],"r":\#(list("[1,2]"))}"#, ["--items", "r@c"]),
    (
      #"{"a":{\#((0..<bytes / 19).map { "\"\($0 + 1_000_000)\":{\"a\":1}" }.joined(separator: ","))}}"#,
      ["--items", "a.*"]
    ),
    (#"[{"a":"\#(String(repeating: "<", count: bytes))"}]"#, ["--format", "html"]),
  ]

  @Test(arguments: costly.indices) func aPageStaysWithinItsBound(index: Int) throws {
    let (body, options) = Self.costly[index]
    let api = try ListAPI { _ in ListAPI.Response(body: body) }
    let (status, peak, errors) = try run([api.url, "--pagination", "single"] + options)
    #expect(status == 0 || status == 4, "\(errors)")
    #expect(peak <= 8 * body.utf8.count + 64 << 20, "\(peak >> 20) MiB \(options)")
  }

  /// What would cost far more than its bytes is refused before it does.
  @Test(arguments: [
    (list("1"), [String](), "more items than fit"),
    (list("{}"), [], "more items than fit"),
    (
      #"{"c":["\#(String(repeating: "c", count: 1 << 20))"],"r":\#(list("[1]"))}"#,
      ["--items", "r@c"], "its rows become more than 67108864 bytes"
    ),
  ])
  func whatIsOutOfProportionIsRefused(
    body: String, options: [String], message: String
  ) throws {
    let api = try ListAPI { _ in ListAPI.Response(body: body) }
    let (status, peak, errors) = try run([api.url] + options)
    #expect(status == 1 && errors.contains(message), "\(status) \(errors)")
    #expect(peak <= 8 * body.utf8.count + 64 << 20, "\(peak >> 20) MiB")
  }

  /// A large value that is kept would be in each item.
  @Test func aLargeValueIsNotCopiedWithoutEnd() throws {
    let api = try ListAPI { _ in .items(0..<2_000) }
    let value = #"{"k":1,"large":"\#(String(repeating: "x", count: 1 << 20))"}"#
    let values = kit.file("values", value)
    let (status, peak, errors) = try run(
      ["\(api.url)/{item.k}", "--each", values, "--keep", "", "--pagination", "single"])
    #expect(status == 1 && errors.contains("keep less of the value"), "\(status) \(errors)")
    #expect(peak <= 256 << 20, "\(peak >> 20) MiB")
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, peak: Int, errors: String) {
    let process = try FetchProcess(arguments, in: kit.folder)
    var peak = 0
    while process.isRunning {
      peak = max(peak, process.peakBytes)
      usleep(2_000)
    }
    let end = process.finish()
    return (end.status, peak, end.errors)
  }
}
#endif
