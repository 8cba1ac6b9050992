import System
import Text

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
    try mapErrors({ Failure($0, path) }) { () throws(SystemError) in
      guard let file = try LockedFile.lock(path) else { return nil }
      // A token that could not be kept must not be used up.
      try file.checkReplaceable()
      return RefreshTokenFile(file: file, path: path)
    }
  }

  /// The token, without blanks and line ends around it.
  func read() throws(Failure) -> String {
    let bytes = try mapError(
      { Failure($0, path) }, file.read(bytesMax: CredentialFields.textBytesMax))
    let token = bytes.trimmed { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard !token.isEmpty, token.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw Failure(sentence: "\(path) holds no refresh token")
    }
    return String(decoding: token, as: UTF8.self)
  }

  /// Puts a new token in the place of the one that was sent.
  func write(_ token: String) throws(Failure) {
    try mapError({ Failure($0, path) }, file.replace(with: Array((token + "\n").utf8)))
  }
}

extension RefreshTokenFile.Failure {
  fileprivate init(_ error: SystemError, _ path: String) {
    self.init(sentence: "cannot \(error.call) \(path): \(error.reason)")
  }
}
