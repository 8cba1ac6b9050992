import Authentication
import System
import Text

/// The key that seals cursors. It is in a file for its owner only, so that a cursor stays valid in
/// another process of the same person, and only that person can make one.
///
///     {"url":"https://h/a"}   becomes   {"url":"https://h/a","seal":"5d41402abc4b2a765d41402abc4b2a76"}
package struct CursorKey: Sendable {
  private let bytes: [UInt8]

  private static let keyBytes = 32
  /// Bytes of HMAC-SHA256 that a cursor holds.
  private static let sealBytes = 16
  private static let mark = ",\"seal\":\""

  /// A key that no other process has.
  package init() {
    var generator = SystemRandomNumberGenerator()
    bytes = (0..<CursorKey.keyBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// The key in a file, which is made where it is missing; nil where it can be neither read nor made.
  init?(file path: String) {
    if let bytes = CursorKey.read(path) {
      self.bytes = bytes
      return
    }
    try? File.makeFolders(of: path)
    try? File.create(path, with: CursorKey().bytes)
    // Another process may have been first.
    guard let bytes = CursorKey.read(path) else { return nil }
    self.bytes = bytes
  }

  /// The folder in the state directory; nil if there is no such directory.
  static func folder(_ variable: (String) -> String?) -> String? {
    if let folder = variable("XDG_STATE_HOME"), folder.hasPrefix("/") {
      return folder + "/paginator"
    }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/paginator"
  }

  private static func read(_ path: String) -> [UInt8]? {
    let bytes = (try? File.contents(of: path, bytesMax: keyBytes)) ?? nil
    return bytes.flatMap { $0.count == keyBytes ? $0 : nil }
  }

  /// Characters of a name.
  static let nameBytes = 2 * sealBytes

  /// A name for a text, which only this key can make.
  func name(_ text: String) -> String { Hexadecimal.encode(code(text)) }

  private func code(_ text: String) -> ArraySlice<UInt8> {
    HMAC.sha256(key: bytes, message: Array(text.utf8)).prefix(CursorKey.sealBytes)
  }

  /// The text of an object with its seal.
  func seal(_ text: String) -> String {
    String(Substring(text.utf8.dropLast())) + CursorKey.mark + name(text) + "\"}"
  }

  /// The text without its seal; nil where that is another's.
  func open(_ text: String) -> String? {
    let end = Substring(text.utf8.suffix(CursorKey.mark.utf8.count + 2 * CursorKey.sealBytes + 2))
    guard let place = end.firstRange(of: CursorKey.mark) else { return nil }
    let body = text[..<place.lowerBound] + "}"
    let expected = Array(seal(String(body)).utf8)
    let given = Array(text.utf8)
    guard expected.count == given.count else { return nil }
    // Takes equally long for each text, so that the time reveals nothing about the seal.
    return zip(expected, given).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 ? String(body) : nil
  }
}
