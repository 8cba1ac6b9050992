import Foundation
import SampleAPI
import Testing

/// What the environment may decide, and what it may not.
@Suite struct EnvironmentTests {
  /// One load of a host that does not exist, so that it needs a proxy.
  private func load(proxy: String?, environment: [String: String]) throws -> Run {
    let fetching = proxy.map { #"{"proxy":"\#($0)","retries":0}"# } ?? #"{"retries":0}"#
    let open =
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"paginatorId":"a","#
      + #""url":"http://nowhere.invalid/page?page=:currentPage","fetching":\#(fetching)}}"#
    let load = #"{"jsonrpc":"2.0","id":2,"method":"loadNextPage","params":{"paginatorId":"a"}}"#
    return try Run(
      Built.paginator, ["--framing", "lines"], input: open + "\n" + load + "\n",
      environment: ["NO_PROXY": "", "no_proxy": ""].merging(environment) { _, new in new })
  }

  @Test(arguments: ["NO_PROXY", "no_proxy"])
  func explicitProxyWins(_ name: String) throws {
    let kit = try FetchKit()
    _ = try load(proxy: kit.api.url, environment: [name: "*"])
    #expect(kit.api.requestCount == 1)
  }

  @Test func proxyOfTheEnvironmentIsUsedUnlessTheCallerSaysNone() throws {
    let kit = try FetchKit()
    let direct = try load(proxy: "", environment: ["http_proxy": kit.api.url])
    #expect(kit.api.requestCount == 0)
    #expect(direct.output.contains("networkFailed"))
    _ = try load(proxy: nil, environment: ["http_proxy": kit.api.url])
    #expect(kit.api.requestCount == 1)
  }

  /// The load is answered at once, by items or by what to do: it does not wait for what cannot come.
  @Test(arguments: [4, 5, 6, 7, 8, 9, 10, 12], ["127.0.0.1", "localhost"])
  func fewDescriptorsEndInASentence(_ count: Int, _ host: String) throws {
    let kit = try FetchKit()
    let url = kit.api.url.replacingOccurrences(of: "127.0.0.1", with: host)
    let open =
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"paginatorId":"a","#
      + #""url":"\#(url)/page?page=:currentPage","itemsPath":"articles","fetching":{"retries":0}}}"#
    let load = #"{"jsonrpc":"2.0","id":2,"method":"loadNextPage","params":{"paginatorId":"a"}}"#
    let run = try Run(
      "/bin/sh", ["-c", "ulimit -n \(count); exec \"$0\" --framing lines", Built.paginator],
      input: open + "\n" + load + "\n", exits: 0)
    let answer = run.output.split(separator: "\n").last ?? ""
    #expect(answer.contains(#""id":2"#), "\(run.output) \(run.errors)")
    let isAnswered = answer.contains(#""items""#)
    let saysWhatToDo = answer.contains(#""code":1100"#) && answer.contains("raise ulimit -n")
    #expect(isAnswered || saysWhatToDo, "\(answer)")
  }
}
