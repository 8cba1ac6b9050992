import System
import TestInput

/// nghttpx in front of an API: TLS and HTTP/2, with a certificate of its own, and a log of the
/// connections that its requests came on.
final class TLSFront {
  /// A request as the front has seen it.
  struct Entry {
    /// The client's port, which is the connection's own.
    let port: String
    /// `h2`, `http/1.1`.
    let protocolName: String
  }

  /// Where the API is now.
  let url: String
  /// The certificate, which is its own authority.
  let certificate: String
  private let process: TimedProcess
  private let log: String

  private static let secondsMax = 600
  private static let startSecondsMax = 10.0

  init(
    _ nghttpx: String, openssl: String, curl: String, folder: TemporaryFolder, api: String
  ) throws(BenchmarkError) {
    let base = "\(folder.path)/front"
    certificate = "\(base).pem"
    log = "\(base).log"
    try TimedProcess.run([
      openssl, "ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", "\(base).key",
    ])
    try TimedProcess.run([
      openssl, "req", "-x509", "-days", "2", "-subj", "/CN=Benchmarks", "-addext",
      "subjectAltName=IP:127.0.0.1", "-key", "\(base).key", "-out", certificate,
    ])
    let port = try Self.freePort()
    url = "https://127.0.0.1:\(port)"
    let apiPort = api.split(separator: ":").last ?? ""
    process = try TimedProcess(
      [
        nghttpx, "--conf=/dev/null", "--workers=1", "--frontend=127.0.0.1,\(port)",
        "--backend=127.0.0.1,\(apiPort)", "--backend-keep-alive-timeout=60s",
        "--accesslog-file=\(log)", "--accesslog-format=$remote_port $alpn",
        "--errorlog-file=/dev/null", "--log-level=FATAL", "\(base).key", certificate,
      ], output: .nowhere, secondsMax: Self.secondsMax)
    try waitUntilReady(curl)
  }

  /// The requests so far.
  func entries() throws(BenchmarkError) -> [Entry] {
    String(decoding: try WholeFile.read(log), as: UTF8.self).split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init) + ["", ""]
      return Entry(port: words[0], protocolName: words[1])
    }
  }

  private static func freePort() throws(BenchmarkError) -> Int {
    let (socket, port) = try BenchmarkError.calling("bind") { () throws(SystemError) in
      try Socket.loopback()
    }
    socket.close()
    return port
  }

  private func waitUntilReady(_ curl: String) throws(BenchmarkError) {
    let deadline = Clock.wallSeconds + Self.startSecondsMax
    let words = [curl, "--silent", "--cacert", certificate, url]
    while (try? TimedProcess.run(words)) == nil {
      guard Clock.wallSeconds < deadline else { throw process.ended }
    }
  }
}
