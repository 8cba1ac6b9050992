import Foundation
import JSON
import SampleAPI
import Synchronization
import System
import TestSupport
import Testing

/// A proxy that wants to know who comes: who refused is said, and how to sign in, and nothing of
/// the credentials that were sent.
@Suite struct ProxyTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    /// In front of the proxy's host.
    let userinfo: String
    let announcesScheme: Bool
    let scheme: String

    var testDescription: String {
      "\(userinfo.isEmpty ? "nobody" : "wrong password"), \(scheme), "
        + (announcesScheme ? "Proxy-Authenticate" : "no Proxy-Authenticate")
    }

    static let all = ["", "someone:Wr0ng%2Fpassword@"].flatMap { userinfo in
      [true, false].flatMap { announces in
        ["http", "https"].map {
          Refusal(userinfo: userinfo, announcesScheme: announces, scheme: $0)
        }
      }
    }
  }

  private static let credential = "me@home:R1ght/password"
  private static let userinfo = "me%40home:R1ght%2Fpassword@"
  private static let advice =
    "The proxy answered with status 407: it requires valid credentials; "
    + "put NAME:PASSWORD@ in front of the host in "

  private func load(_ url: String, _ proxy: String, _ more: JSONObject = [:]) throws -> (
    error: JSONValue?, transcript: String
  ) {
    let server = try ServerProcess(.lines)
    var open = JSONObject([
      ("paginatorId", "p"), ("url", .string(url)), ("itemsPath", "articles"),
      ("fetching", ["proxy": .string(proxy), "retries": 2]),
    ])
    for (name, value) in more.members { open[name] = value }
    try server.ask("paginator/open", .object(open), id: 1)
    let loaded = try server.ask("paginator/loadNextPage", ["paginatorId": "p"], id: 2)
    let state = try server.ask("paginator/state", ["paginatorId": "p"], id: 3)
    #expect(server.finish() == 0)
    return (loaded["error"], "\(loaded) \(state)")
  }

  @Test(arguments: Refusal.all)
  func refusalOfAProxyIsToldAsIts(_ refusal: Refusal) throws {
    let kit = try FetchKit(items: 3)
    let proxy = try ForwardProxy(
      credential: Self.credential, announcesScheme: refusal.announcesScheme)
    let url = kit.api.url.replacing("http:", with: "\(refusal.scheme):")
    let (error, transcript) = try load(
      "\(url)/page?page=:currentPage", "http://\(refusal.userinfo)127.0.0.1:\(proxy.port)")
    #expect(error?["code"] == 1102 && error?["data"]?["status"] == 407, "\(transcript)")
    #expect(error?["message"]?.stringValue == Self.advice + "fetching.proxy.")
    #expect(kit.api.requestCount == 0)
    // It is not tried again: the answer would be the same.
    #expect(proxy.counts == [1, 0, 0])
    for secret in ["Wr0ng", "V3IwbmcvcGFzc3dvcmQ", "someone"] {
      #expect(!transcript.contains(secret), "\(transcript)")
    }
    let run = try kit.fetch(
      [
        "\(url)/page?page=:currentPage", "--items", "articles", "-v", "--proxy",
        "http://\(refusal.userinfo)127.0.0.1:\(proxy.port)",
      ], exits: 1, says: Self.advice + "--proxy (GET ")
    #expect(!run.errors.contains("Wr0ng") && !run.errors.contains("someone"), "\(run.errors)")
  }

  @Test(arguments: [true, false])
  func rightCredentialPasses(announcesScheme: Bool) throws {
    let kit = try FetchKit(items: 3)
    let proxy = try ForwardProxy(credential: Self.credential, announcesScheme: announcesScheme)
    let run = try kit.fetch(
      [
        "\(kit.api.url)/page?page=:currentPage&per_page=:perPage", "--items", "articles", "-v",
        "--proxy", "http://\(Self.userinfo)127.0.0.1:\(proxy.port)",
      ], exits: 0)
    #expect(try run.ids == [1, 2, 3])
    #expect(proxy.counts[0] == 0 && proxy.counts[1] == kit.api.requestCount)
    #expect(!run.errors.contains("R1ght"), "\(run.errors)")
  }

  /// The tunnel stands: the API behind it gets the first bytes of a handshake, and hangs up.
  @Test func rightCredentialMakesATunnel() throws {
    let (api, port) = try Socket.loopback()
    defer { api.close() }
    let firstByte = Mutex<UInt8?>(nil)
    let proxy = try ForwardProxy(credential: Self.credential, announcesScheme: true)
    try withExtendedLifetime(proxy) {
      let group = DispatchGroup()
      group.enter()
      Foundation.Thread.detachNewThread {
        defer { group.leave() }
        guard let connection = api.accepted(idleSecondsMax: 20) else { return }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        if case .bytes = connection.receive(into: &buffer) {
          let first = buffer[0]
          firstByte.withLock { $0 = first }
        }
        connection.close()
      }
      let (error, transcript) = try load(
        "https://127.0.0.1:\(port)/page?page=:currentPage",
        "http://\(Self.userinfo)127.0.0.1:\(proxy.port)")
      group.wait()
      #expect(error?["code"] == 1103, "\(transcript)")
      #expect(proxy.counts == [0, 0, 1])
      #expect(!transcript.contains("R1ght"))
    }
    // Of a TLS record (RFC 8446 section 5.1).
    #expect(firstByte.withLock { $0 } == 22)
  }

  /// A token endpoint behind the proxy: the proxy says no, not the endpoint.
  @Test(arguments: ["http", "https"])
  func proxyInFrontOfATokenEndpoint(scheme: String) throws {
    let kit = try FetchKit(items: 3)
    let proxy = try ForwardProxy(credential: Self.credential, announcesScheme: true)
    let token = kit.api.url.replacing("http:", with: "\(scheme):") + "/token"
    let (error, transcript) = try load(
      "\(kit.api.url)/page?page=:currentPage", "http://127.0.0.1:\(proxy.port)",
      [
        "auth": [
          "type": "oauth2", "tokenURL": .string(token), "clientId": "app", "clientSecret": "s3cret",
        ]
      ])
    #expect(error?["code"] == 1107 && error?["data"]?["status"] == 407, "\(transcript)")
    #expect(
      error?["message"]?.stringValue == "No access token from \(token). \(Self.advice)"
        + "fetching.proxy.")
    #expect(kit.api.requestCount == 0 && !transcript.contains("s3cret"))
  }

  /// A response of a token endpoint that is too large still says its status.
  @Test(arguments: [200, 503])
  func largeTokenResponseHasItsStatus(status: Int) throws {
    let body = "{\"access_token\":\"\(String(repeating: "x", count: 1 << 20))\"}"
    let api = try ListAPI { _ in ListAPI.Response(status: status, body: body) }
    let (error, transcript) = try load(
      "\(api.url)/page?page=:currentPage", "",
      [
        "auth": [
          "type": "oauth2", "tokenURL": .string("\(api.url)/token"), "clientId": "app",
          "clientSecret": "s3cret",
        ]
      ])
    #expect(error?["code"] == 1107 && error?["data"]?["status"] == .integer(status))
    #expect(error?["retryable"] != .null && transcript.utf8.count < 10_000, "\(transcript)")
    #expect(error?["message"]?.stringValue?.contains("more than 1048576 bytes") == true)
  }
}
