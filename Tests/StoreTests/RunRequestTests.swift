import JSON
import Testing

@testable import Store

/// Which requests are the same.
struct RunRequestTests {
  private static func fingerprint(
    _ params: JSONObject = [:], request: String = "GET /a", identity: [String] = ["id"],
    isRaw: Bool = false
  ) throws -> String {
    let target = StoreTarget(
      path: "x.db", table: "t", identity: try identity.map { try JSONPath($0) }, isRaw: isRaw)
    return RunRequest(shown: "GET /a", request: request, params, target).fingerprint
  }

  @Test func whatMakesTheRowsIsARequestOfItsOwn() throws {
    let all = [
      try Self.fingerprint(), try Self.fingerprint(request: "GET /b"),
      try Self.fingerprint(["itemsPath": "items"]), try Self.fingerprint(["mappings": ["m": [:]]]),
      try Self.fingerprint(["responseDescriptors": [["keyPath": "a"]]]),
      try Self.fingerprint(identity: []), try Self.fingerprint(identity: ["id", "user.id"]),
      try Self.fingerprint(isRaw: true),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func credentialsAndLimitsDoNotCount() throws {
    #expect(
      try Self.fingerprint(["token": "a", "headers": ["X": "1"], "limits": ["pagesMax": 1]])
        == (try Self.fingerprint(["token": "b", "fetching": ["retries": 1]])))
  }
}
