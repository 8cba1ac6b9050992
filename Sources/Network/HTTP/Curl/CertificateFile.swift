import System

/// A PEM file of trusted certificates. It is read when it is named, so that nothing waits for it on
/// the way to the network: a pipe without a writer would hold up every request of the process.
package struct CertificateFile: Sendable, Hashable {
  package let path: String
  private let content: Content

  private enum Content: Sendable, Hashable {
    case bytes([UInt8])
    /// The file cannot be used, for this reason.
    case unusable(String)
  }

  /// Most bytes of a file. A system's own has a quarter of it; libcurl reads all of them for each
  /// connection.
  package static let bytesMax = 1 << 20

  /// Reads a regular file. `pipeSeconds`: how long a pipe that the process has got may take.
  package init(path: String, pipeSeconds: Double? = nil) {
    self.path = path
    content = Self.read(path, pipeSeconds: pipeSeconds)
  }

  private static func read(_ path: String, pipeSeconds: Double?) -> Content {
    guard !path.utf8.contains(0) else { return .unusable("zero byte") }
    do throws(SystemError) {
      let bytes = try File.contents(of: path, bytesMax: bytesMax, pipeSeconds: pipeSeconds)
      return bytes.map { .bytes($0) } ?? .unusable("it has more than \(bytesMax) bytes")
    } catch {
      return .unusable(error.reason)
    }
  }

  /// The number of bytes held.
  package var memoryBytes: Int {
    if case .bytes(let bytes) = content { bytes.count } else { 0 }
  }

  /// Its bytes; throws where it could not be read.
  var bytes: [UInt8] {
    get throws(HTTPError) {
      switch content {
      case .bytes(let bytes): return bytes
      case .unusable(let reason):
        throw .tlsFailed(detail: "cannot read the certificates of \(path): \(reason)")
      }
    }
  }
}
