import Foundation
import HTTP
import TestSupport
import Testing

private let openssl = Tool.path("openssl")

/// Certificates and protocols, against openssl's own server and an authority made for the test.
@Suite(.serialized, .enabled(if: openssl != nil, "needs the program openssl"))
struct TLSTests {
  private let client = CurlClient(trust: TrustStore())
  private let authority: CertificateAuthority
  private let past = "20200101000000Z"
  private let future = "20990101000000Z"

  init() throws {
    authority = try CertificateAuthority(try #require(openssl))
  }

  private func outcome(_ url: String, caFile: String?) throws -> Outcome {
    try client.fetch(get(url, directSettings(caFile: caFile)))
  }

  @Test func certificateOfAGivenAuthorityIsTrusted() throws {
    try authority.issue("good", for: "IP:127.0.0.1", from: past, to: future)
    let (server, url) = try authority.serve("good")
    #expect(try outcome(url, caFile: authority.file).get().status == 200)
    let trusting = CurlClient(trust: TrustStore(file: authority.file))
    #expect(try trusting.fetch(get(url)).get().status == 200)
    withExtendedLifetime(server) {}
  }

  @Test func certificatesOfAFolderAreTrusted() throws {
    try authority.issue("good", for: "IP:127.0.0.1", from: past, to: future)
    try Tool.run(authority.openssl, ["rehash", "."], in: authority.folder)
    let (server, url) = try authority.serve("good")
    let trusting = CurlClient(trust: TrustStore(folder: authority.folder.path))
    #expect(try trusting.fetch(get(url)).get().status == 200)
    withExtendedLifetime(server) {}
  }

  /// For whom, from when and until when a certificate is.
  @Test(arguments: [
    TestCase("wrong host", ("DNS:other.example", "20200101000000Z", "20990101000000Z"), ()),
    TestCase("expired", ("IP:127.0.0.1", "20200101000000Z", "20210101000000Z"), ()),
    TestCase("not yet valid", ("IP:127.0.0.1", "20980101000000Z", "20990101000000Z"), ()),
  ])
  func badCertificateOfATrustedAuthorityIsRefused(
    _ test: TestCase<(String, String, String), Void>
  ) throws {
    try authority.issue("bad", for: test.input.0, from: test.input.1, to: test.input.2)
    let (server, url) = try authority.serve("bad")
    let failure = try outcome(url, caFile: authority.file).tlsFailure
    #expect(failure?.isUntrusted == false && failure?.detail.isEmpty == false)
    withExtendedLifetime(server) {}
  }

  @Test(arguments: ["self-signed", "another authority", "the system's authorities"])
  func unknownIssuerIsRefused(_ kind: String) throws {
    let other = try CertificateAuthority(authority.openssl)
    if kind == "self-signed" {
      try authority.selfSign("one")
    } else {
      try authority.issue("one", for: "IP:127.0.0.1", from: past, to: future)
    }
    let (server, url) = try authority.serve("one")
    let caFile = kind == "the system's authorities" ? nil : other.file
    let failure = try outcome(url, caFile: caFile).tlsFailure
    #expect(failure?.isUntrusted == true)
    withExtendedLifetime(server) {}
  }

  @Test(arguments: [("-tls1_2", true), ("-tls1_3", true), ("-tls1_1", false), ("-tls1", false)])
  func oldProtocolsAreRefused(_ version: String, _ isTaken: Bool) throws {
    try authority.issue("good", for: "IP:127.0.0.1", from: past, to: future)
    let (server, url) = try authority.serve("good", [version, "-cipher", "ALL:@SECLEVEL=0"])
    let outcome = try outcome(url, caFile: authority.file)
    if isTaken {
      #expect(try outcome.get().status == 200)
    } else {
      #expect(outcome.tlsFailure?.isUntrusted == false, "\(outcome)")
    }
    withExtendedLifetime(server) {}
  }

  @Test func newConnectionResumesTheSession() throws {
    try authority.issue("good", for: "IP:127.0.0.1", from: past, to: future)
    let (server, url) = try authority.serve("good")
    // The server closes each connection.
    let first = try outcome(url, caFile: authority.file).text ?? ""
    let second = try outcome(url, caFile: authority.file).text ?? ""
    #expect(first.contains("New, TLSv1.3"))
    #expect(second.contains("Reused, TLSv1.3"))
    withExtendedLifetime(server) {}
  }
}
