import Synchronization
import System

/// The folder that files are written into: below it, through no link that leads out of it, and
/// never over a file that this process has not written.
package final class OutputFolder: Sendable {
  /// The real path, without a slash at its end.
  private let path: String
  /// The files that this process has written, as it has left them.
  private let own = Mutex<[String: File.Stamp]>([:])

  /// Suffixes of the files that databases create next to themselves.
  private static let besides = ["-wal", "-journal", "-shm"]
  private static let nameBytesMax = 255
  private static let pathBytesMax = 1_024

  /// Opens the folder; nil if there is no such folder.
  package init?(_ path: String) {
    guard File.kind(of: path) == .folder, let real = File.realPath(path) else { return nil }
    self.path = real == "/" ? "" : real
  }

  /// The path that a name means, where it may be written; throws what is wrong with it.
  func path(of name: String) throws(ToolFailure) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isSound = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && part.utf8.count <= OutputFolder.nameBytesMax
        && PlainText.escaped(String(part)) == part
    }
    guard isSound, name.utf8.count <= OutputFolder.pathBytesMax, let last = parts.last else {
      throw ToolFailure("\"to\" must be a file below the directory, such as \"items.ndjson\".")
    }
    let parent = parts.dropLast().reduce(path) { $0 + "/" + $1 }
    guard let real = File.realPath(parent.isEmpty ? "/" : parent), File.kind(of: real) == .folder
    else { throw ToolFailure("\"to\" names a folder that does not exist; leave it out.") }
    guard real == path || real.hasPrefix(path + "/") || path.isEmpty else {
      throw ToolFailure("\"to\" leads out of the directory; choose another name.")
    }
    let file = (real == "/" ? "" : real) + "/" + last
    let known = own.withLock { $0[file] }
    let there = File.identity(of: file)
    guard there == nil || there == known else {
      throw ToolFailure(
        "There is a file \"\(name)\" that this process has not written; "
          + "choose another name.")
    }
    for suffix in OutputFolder.besides {
      // The files that SQLite creates next to a database of this process may exist.
      let beside = File.identity(of: file + suffix)
      if let beside, there == nil || beside.isLink {
        throw ToolFailure(
          "There is a file \"\(name)\(suffix)\" of another database; choose another name.")
      }
    }
    return file
  }

  /// This process has made, written or removed the file at a path that was given out.
  func note(_ file: String) {
    let identity = File.identity(of: file)
    own.withLock { $0[file] = identity.flatMap { $0.isLink ? nil : $0 } }
  }
}
