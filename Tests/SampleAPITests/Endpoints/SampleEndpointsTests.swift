import Testing

@testable import SampleAPI

@Suite struct SampleEndpointsTests {
  @Test func indexListsEverything() throws {
    let reply = try WireClient().exchange("/")
    let endpoints = reply.value("endpoints") as? [[String: Any]] ?? []
    let paths = SampleEndpoints.all.map(\.path) + [TokenEndpoint.path]
    #expect(endpoints.compactMap { $0["path"] as? String } == paths)
    let texts = SampleEndpoints.all.map(\.text) + [TokenEndpoint.text]
    #expect(endpoints.compactMap { $0["text"] as? String } == texts)
    let parameters = reply.value("parameters") as? [String: Any] ?? [:]
    #expect(Set(parameters.keys) == Set(SampleEndpoints.options.map(\.name)))
    let faults = reply.value("faults") as? [String: Any] ?? [:]
    #expect(Set(faults.keys) == Set(SampleFault.allCases.map(\.rawValue) + ["500"]))
    #expect(reply.text.contains("\n"))
  }

  @Test func everyListedEndpointAnswers() throws {
    let client = try WireClient()
    let types = [
      "/lines": "application/x-ndjson", "/table": "text/csv; charset=utf-8",
      "/records": "application/xml; charset=utf-8",
    ]
    let texts = [
      "/comments": "\"article\":2", "/replies": "\"more\":", "/table": "id,title,",
      "/records": "<title>",
    ]
    for endpoint in SampleEndpoints.all {
      let reply =
        endpoint.isPostOnly
        ? try client.exchange(endpoint.path, method: "POST", body: "{}")
        : try client.exchange(endpoint.path + "?article=2")
      #expect(reply.status == 200 || reply.status == 206, "\(endpoint.path)")
      let type = types[endpoint.path] ?? "application/json; charset=utf-8"
      #expect(reply.header("content-type") == type)
      #expect(reply.text.contains(texts[endpoint.path] ?? "\"title\":"))
    }
  }
}
