import JSON
import Mapping
import Testing

/// What users of RestKit and its peers know: their documented and tested results.
@Suite struct PeerLibraryMappingTests {
  @Test func headersAndPathArguments() throws {
    let params = #"""
      {"responseDescriptors": [{"pathPattern": "/api/:version/users", "mapping": {"attributes":
      {"@metadata.response.headers.Content-Type": "type", "@metadata.path.version": "version"}}}]}
      """#
    #expect(
      try items(params, "[1]", Exchange(path: "/api/v1/users"))
        == #"[{"type":"application/json","version":"v1"}]"#)
  }

  @Test func twoKeyPathsInOneBody() throws {
    let params = #"{"responseDescriptors": [{"keyPath": "products"}, {"keyPath": "categories"}]}"#
    #expect(try items(params, #"{"products":[1,2],"categories":[3,4]}"#) == "[1,2,3,4]")
  }

  @Test func onlyTheUsedMethodsDescriptorApplies() throws {
    let params = #"""
      {"responseDescriptors": [{"mapping": {"attributes": {"a": "get"}}, "methods": ["GET"]},
      {"mapping": {"attributes": {"a": "post"}}, "methods": ["POST"]}]}
      """#
    #expect(try items(params, #"[{"a":1}]"#) == #"[{"get":1}]"#)
    #expect(try items(params, #"[{"a":1}]"#, Exchange(method: "POST")) == #"[{"post":1}]"#)
  }
}
