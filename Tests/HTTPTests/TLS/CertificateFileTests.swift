import Foundation
import HTTP
import TestSupport
import Testing

/// Files of certificates that are none.
@Suite struct CertificateFileTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws {
    temporary = try TemporaryFolder()
  }

  /// The words of the failure of a request with that file.
  private func failure(_ path: String, scheme: String = "https") throws -> String? {
    let server = try ScriptedServer { connection in
      if connection.readRequest() != nil { connection.answer("[]") }
    }
    defer { server.stop() }
    let client = CurlClient(trust: TrustStore())
    defer { client.shutdown() }
    let outcome = try client.fetch(get(server.url(scheme: scheme), directSettings(caFile: path)))
    if case .tlsFailed(let detail, _) = outcome.error { return detail }
    return nil
  }

  @Test func pipeHoldsNothingUp() throws {
    let path = folder.appending(path: "fifo").path
    try #require(mkfifo(path, 0o600) == 0)
    #expect(
      try failure(path)
        == "cannot read the certificates of \(path): it is not a regular file")
  }

  @Test func fileHasAMaximum() throws {
    let path = folder.appending(path: "large.pem").path
    try Data(count: CertificateFile.bytesMax + 1).write(to: URL(fileURLWithPath: path))
    #expect(try failure(path)?.hasSuffix("it has more than 1048576 bytes") == true)
  }

  @Test func missingFileIsNamed() throws {
    #expect(
      try failure("/nowhere/ca.pem")
        == "cannot read the certificates of /nowhere/ca.pem: No such file or directory")
  }

  @Test func plainHTTPNeedsNoCertificates() throws {
    #expect(try failure("/nowhere/ca.pem", scheme: "http") == nil)
  }

  @Test func pipeOfTheEnvironmentHoldsNothingUp() throws {
    let path = folder.appending(path: "fifo").path
    try #require(mkfifo(path, 0o600) == 0)
    let client = CurlClient(trust: TrustStore(file: path))
    defer { client.shutdown() }
    let error = try client.fetch(get("https://127.0.0.1:1/")).error
    #expect(error == .tlsFailed(detail: "\(path) is not a regular file of certificates"))
  }
}
