import System

/// The file that holds a refresh token and nothing else, locked while the token is in use, so that
/// two processes never use one token twice.
struct RefreshTokenFile: Sendable {
  struct Failure: Error {
    let sentence: String
  }

  private let file: LockedFile
  private let path: String

  /// Locks the file; nil while someone else holds it.
  static func lock(_ path: String) throws(Failure) -> RefreshTokenFile? {
    do throws(SystemError) {
      guard let file = try LockedFile.lock(path) else { return nil }
      // A token that could not be kept must not be used up.
      try file.checkReplaceable()
      return RefreshTokenFile(file: file, path: path)
    } catch {
      throw Failure(error, path)
    }
  }

  /// The token, without blanks and line ends around it.
  func read() throws(Failure) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try file.read(bytesMax: CredentialFields.textBytesMax)
    } catch {
      throw Failure(error, path)
    }
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    guard start < end, bytes[start..<end].allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw Failure(sentence: "\(path) holds no refresh token")
    }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Puts a new token in the place of the one that was sent.
  func write(_ token: String) throws(Failure) {
    do throws(SystemError) {
      try file.replace(with: Array((token + "\n").utf8))
    } catch {
      throw Failure(error, path)
    }
  }
}

extension RefreshTokenFile.Failure {
  fileprivate init(_ error: SystemError, _ path: String) {
    self.init(sentence: "cannot \(error.call) \(path): \(error.reason)")
  }
}
