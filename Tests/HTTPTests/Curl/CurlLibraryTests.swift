import Testing

@testable import HTTP

#if canImport(Darwin)
private let systemLibrary = "libSystem.B.dylib"
#else
private let systemLibrary = "libc.so.6"
#endif

@Suite struct CurlLibraryTests {
  @Test func missingLibraryIsNamedEachTime() throws {
    let client = CurlClient(libraries: ["libcurl-nowhere.so.4", "libcurl-nowhere.so"])
    client.warmUp()
    for _ in 1...3 {
      let error = try client.fetch(get("http://127.0.0.1:1/")).error
      guard case .engineUnavailable(let library, let detail) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(library == "libcurl-nowhere.so.4")
      #expect(detail.contains("libcurl-nowhere.so.4"))
      #expect(detail.hasSuffix(CurlLibrary.installation))
    }
    client.shutdown()
  }

  @Test func libraryWithoutTheFunctionsIsRefused() throws {
    let client = CurlClient(libraries: [systemLibrary])
    let error = try client.fetch(get("http://127.0.0.1:1/")).error
    guard case .engineUnavailable(systemLibrary, let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("curl_global_init"))
  }

  @Test func secondNameIsTried() throws {
    let client = CurlClient(libraries: ["libcurl-nowhere.so"] + CurlLibrary.fileNames)
    let port = try ScriptedServer.closedPort()
    #expect(try client.fetch(get("http://127.0.0.1:\(port)/")).networkFailure != nil)
  }
}
