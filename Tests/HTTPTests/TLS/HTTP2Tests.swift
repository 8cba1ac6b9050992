import Foundation
import HTTP
import Testing

private let openssl = Tool.path("openssl")
private let nghttpd = Tool.path("nghttpd")

@Suite(
  .serialized,
  .enabled(if: openssl != nil && nghttpd != nil, "needs the programs openssl and nghttpd"))
struct HTTP2Tests {
  @Test func requestsShareOneConnection() throws {
    let authority = try CertificateAuthority(try #require(openssl))
    try authority.issue("good", for: "IP:127.0.0.1", from: "20200101000000Z", to: "20990101000000Z")
    try Data("[1]".utf8).write(to: authority.folder.appending(path: "items.json"))
    let port = try ScriptedServer.closedPort()
    let server = try ServerProgram(
      try #require(nghttpd),
      ["-v", "--address=127.0.0.1", "-d", ".", "\(port)", "good.key", "good.pem"],
      in: authority.folder
    ) { $0.contains("listen 127.0.0.1") }
    let client = CurlClient(trust: TrustStore(file: authority.file))
    let request = try get("https://127.0.0.1:\(port)/items.json")
    // All at once, and then some on the connection that is kept.
    let outcomes = Inbox<Outcome>()
    for _ in 1...12 { _ = client.send(request) { outcomes.deliver($0) } }
    #expect(outcomes.wait(12).allSatisfy { $0.text == "[1]" })
    for _ in 1...4 { #expect(try client.fetch(request).text == "[1]") }
    client.shutdown()
    let words = server.words
    #expect(words.components(separatedBy: "The negotiated protocol: h2").count == 2)
    #expect(words.components(separatedBy: ":path: /items.json").count >= 17)
  }
}
