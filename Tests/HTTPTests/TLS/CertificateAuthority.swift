import Foundation
import TestSupport

/// A certificate authority in a folder of its own, made by openssl.
final class CertificateAuthority {
  let openssl: String
  private let temporary: TemporaryFolder
  /// Its own certificate.
  let file: String

  init(_ openssl: String) throws {
    self.openssl = openssl
    temporary = try TemporaryFolder()
    let folder = temporary.url
    file = folder.appending(path: "ca.pem").path
    try Data(Self.configuration.utf8).write(to: folder.appending(path: "ca.cnf"))
    try Data().write(to: folder.appending(path: "index.txt"))
    try Data("01\n".utf8).write(to: folder.appending(path: "serial"))
    try Tool.run(
      openssl,
      ["req", "-x509", "-days", "2", "-subj", "/CN=Test", "-keyout", "ca.key", "-out", "ca.pem"]
        + Self.newKey, in: folder)
  }

  var folder: URL { temporary.url }

  /// A certificate for a name (`IP:127.0.0.1`), valid between two moments (`20200101000000Z`); the
  /// files of it and of its key begin with `label`.
  func issue(_ label: String, for name: String, from: String, to: String) throws {
    try Tool.run(
      openssl,
      [
        "req", "-new", "-subj", "/CN=\(label)", "-addext", "subjectAltName=\(name)", "-keyout",
        "\(label).key", "-out", "\(label).csr",
      ] + Self.newKey, in: folder)
    try Tool.run(
      openssl,
      [
        "ca", "-batch", "-notext", "-config", "ca.cnf", "-cert", "ca.pem", "-keyfile", "ca.key",
        "-in", "\(label).csr", "-out", "\(label).pem", "-startdate", from, "-enddate", to,
      ], in: folder)
  }

  /// A certificate that nobody but itself has signed.
  func selfSign(_ label: String) throws {
    try Tool.run(
      openssl,
      [
        "req", "-x509", "-days", "2", "-subj", "/CN=\(label)", "-addext",
        "subjectAltName=IP:127.0.0.1", "-keyout", "\(label).key", "-out", "\(label).pem",
      ] + Self.newKey, in: folder)
  }

  /// Starts openssl's server with a certificate; the URL of its page, which says how the
  /// connection came about.
  func serve(_ label: String, _ options: [String] = []) throws -> (ServerProgram, url: String) {
    let server = try ServerProgram(
      openssl,
      [
        "s_server", "-accept", "127.0.0.1:0", "-cert", "\(label).pem", "-key", "\(label).key",
        "-www",
      ] + options, in: folder
    ) { $0.contains("ACCEPT 127.0.0.1:") }
    let port = server.words.components(separatedBy: "ACCEPT 127.0.0.1:")[1].prefix { $0.isNumber }
    return (server, "https://127.0.0.1:\(port)/")
  }

  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
  private static let configuration = """
    [ca]
    default_ca = all
    [all]
    database = index.txt
    serial = serial
    new_certs_dir = .
    default_md = sha256
    policy = any
    copy_extensions = copy
    unique_subject = no
    [any]
    commonName = supplied

    """
}
