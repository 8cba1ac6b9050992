import System
import Text

/// The cursors by short identifiers, as an agent repeats token by token what it is given. They are
/// lines of a file for its owner only:
///
///     5d41402abc4b2a765d41402abc4b2a76 aHR0cHM6Ly9oL2EKeyJ1cmwiOiIBP3g9MSIsIm1heF9pdGVt...
///
/// A full file takes the name with `.old`, in place of the last one, and cursors that are used again
/// move on to the new one. Where the file cannot be written, the cursor itself is given.
package struct CursorStore: Sendable {
  private let key: CursorKey
  /// nil: no file.
  private let path: String?

  /// Bytes at which a file is full.
  static let fileBytesMax = 1 << 20

  package init(_ key: CursorKey = CursorKey(), file path: String? = nil) {
    self.key = key
    self.path = path
  }

  /// The store in a person's state directory.
  package init(_ variable: (String) -> String?) {
    let folder = CursorKey.folder(variable)
    let key = folder.flatMap { CursorKey(file: $0 + "/cursor.key") }
    self.init(key ?? CursorKey(), file: key == nil ? nil : folder.map { $0 + "/cursors" })
  }

  /// The identifier of a cursor, or the cursor itself; nil where no text can carry it.
  func text(_ cursor: PageCursor) -> String? {
    guard let whole = cursor.text(key) else { return nil }
    let name = key.name(whole)
    return line(name, in: path) != nil || append(name, whole) ? name : whole
  }

  /// Reads an identifier or a cursor; nil where it is unknown, damaged, or sealed with another key.
  func cursor(_ text: String) -> PageCursor? {
    guard text.utf8.count == CursorKey.nameBytes else { return PageCursor(text, key) }
    if let whole = line(text, in: path) { return PageCursor(whole, key) }
    guard let whole = line(text, in: path.map(old)) else { return nil }
    _ = append(text, whole)
    return PageCursor(whole, key)
  }

  private func old(_ path: String) -> String { path + ".old" }

  private func line(_ name: String, in path: String?) -> String? {
    let bytesMax = 2 * CursorStore.fileBytesMax
    guard let path, let bytes = try? File.contents(of: path, bytesMax: bytesMax),
      let start = bytes.firstRange(of: Array("\(name) ".utf8))
    else { return nil }
    let line = bytes[start.upperBound...].prefix { $0 != UInt8(ascii: "\n") }
    return String(validating: line, as: UTF8.self)
  }

  /// Appends a line; false where that fails.
  private func append(_ name: String, _ whole: String) -> Bool {
    guard let path else { return false }
    if let size = File.stamp(of: path)?.size, size >= CursorStore.fileBytesMax {
      try? File.move(path, to: old(path))
    }
    guard let descriptor = try? File.open(path, for: .appending) else { return false }
    defer { Descriptor.close(descriptor) }
    return (try? Descriptor.writeAll(descriptor, Array("\(name) \(whole)\n".utf8)[...])) != nil
  }
}
