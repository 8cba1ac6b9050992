import JSON
import TestSupport
import Testing

@testable import Commands

/// What `--version` tells.
struct VersionTests {
  @Test(arguments: [
    ("libcurl/7.88.1 GnuTLS/3.7.9 zlib/1.2.13", "7.88.1", "GnuTLS/3.7.9"),
    ("libcurl/8.7.1 (SecureTransport) LibreSSL/3.3.6 zlib/1.2.12", "8.7.1", "SecureTransport"),
    ("libcurl/8.5.0 OpenSSL/3.0.13 zlib/1.3", "8.5.0", "OpenSSL/3.0.13"),
    ("libcurl/8.0.0 zlib/1.3", "8.0.0", nil),
  ])
  func theLibraryNamesItself(text: String, version: String, tls: String?) throws {
    let library = try #require(SystemLibrary.curl(text))
    #expect(library.version == version && library.tls == tls)
  }

  @Test func missingLibrariesAreNullForScriptsAndToldToPeople() throws {
    var facts = VersionFacts()
    facts.libcurl = nil
    facts.sqlite = nil
    let value = try json(facts.json)
    #expect(
      value.objectValue?.keys
        == ["version", "commit", "protocolVersion", "platform", "libcurl", "sqlite"])
    #expect(value["libcurl"] == .null && value["sqlite"] == .null)
    #expect(facts.text.contains("\nlibcurl not found; install "))
  }

  @Test func theCommitIsToldWhereTheBuildKnowsIt() {
    var facts = VersionFacts()
    facts.commit = ""
    #expect(!facts.text.contains("commit") && facts.json.contains(#""commit":null"#))
    facts.commit = "abc1234"
    #expect(facts.text.hasPrefix("paginator \(Program.version)\ncommit abc1234\nprotocol "))
    #expect(facts.json.contains(#""commit":"abc1234""#))
  }
}
