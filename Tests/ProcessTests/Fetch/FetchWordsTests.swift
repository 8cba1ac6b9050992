import Foundation
import JSON
import Testing

/// What `paginator fetch` says of APIs that fail, in the words of the command line.
struct FetchWordsTests {
  @Test func anotherOriginIsNamedAndCanBeAllowed() throws {
    let kit = try FetchKit(items: 0)
    let other = try ListAPI { _ in .items(3...4, #""next":null"#) }
    let url = other.url
    let api = try ListAPI { _ in .items(1...2, #""next":"\#(url)/b""#) }
    let refused = try kit.fetch(["\(api.url)/a"])
    #expect(refused.status == 5)
    #expect(refused.errors.contains("allow it with --allow-origin \(url)"), "\(refused.errors)")
    #expect(!refused.errors.contains("allowedOrigins"))
    let allowed = try kit.fetch(["\(api.url)/a", "--allow-origin", url])
    #expect(allowed.status == 0, "\(allowed.errors)")
    #expect(try FetchKit.ids(allowed.output) == [1, 2, 3, 4])
  }

  @Test func aWalkWhoseWayIsUnknownNamesTheOptions() throws {
    let kit = try FetchKit(items: 0)
    let api = try ListAPI { _ in .items(1...20, #""total":100"#) }
    let run = try kit.fetch(["\(api.url)/a"])
    #expect(run.status == 4)
    #expect(run.errors.contains("say it with --pagination or --profile"), "\(run.errors)")
  }

  @Test func aStrictMappingNamesTheItem() throws {
    let kit = try FetchKit(items: 0)
    let api = try ListAPI { _ in .items(1...2) }
    let map = #"{"attributes":{"id":{"type":"object"}},"strict":true}"#
    let run = try kit.fetch(["\(api.url)/a", "--pagination", "single", "--map", map])
    #expect(run.status == 1)
    #expect(run.errors.contains("item 0 of the page has number at id, not object"), "\(run.errors)")
    #expect(!run.errors.contains("data.issues"))
  }

  @Test func aDescriptorThatDoesNotFitIsNamed() throws {
    let kit = try FetchKit(items: 0)
    let api = try ListAPI { _ in .items(1...2) }
    let open = #"{"responseDescriptors":[{"keyPath":"items","pathPattern":"/b"}]}"#
    let run = try kit.fetch(["\(api.url)/a", "--pagination", "single", "--open", open])
    #expect(run.status == 1)
    #expect(run.errors.contains("pathPattern of number 0 does not fit it"), "\(run.errors)")
  }
}
