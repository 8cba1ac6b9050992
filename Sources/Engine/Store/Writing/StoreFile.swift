import System

/// A file of SQLite that runs write to, one after the other: it is opened when one needs it, and
/// closed when the last one has ended. For one thread at a time.
package final class StoreFile {
  package let path: String
  private let libraries: [String]
  /// nil: it is not open.
  private var opened: OpenFile?
  /// Runs that have begun and not ended.
  private var runs = 0

  /// The file of that name, which is neither made nor looked at yet. `library`: where SQLite is
  /// found, in order.
  package init(path: String, library fileNames: [String] = SQLiteLibrary.fileNames) {
    self.path = path
    libraries = fileNames
  }

  /// The file, opened; nil where it is not there and is not to be made.
  func open(mayCreate: Bool) throws(StoreError) -> OpenFile? {
    if let opened { return opened }
    let library = try SQLiteLibrary.load(libraries)
    try checkPlace()
    opened = try OpenFile(library, path: path, mayCreate: mayCreate)
    return opened
  }

  /// Throws what shows before anything is made.
  private func checkPlace() throws(StoreError) {
    let name = Database.fileName(path)
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? "./"
    switch File.kind(of: name) {
    case .file:
      // To SQLite, a file of one byte is empty.
      guard File.stamp(of: name)?.size != 1 else {
        throw .database(SQLiteFailure(code: 26, message: "file is not a database"))
      }
      return
    case .folder: throw .placeUnusable(.isFolder)
    case .other: throw .placeUnusable(.isNoFile)
    case nil: break
    }
    guard File.kind(of: folder) == .folder else { throw .placeUnusable(.noFolder) }
    guard File.isWritable(folder) else { throw .placeUnusable(.folderReadOnly) }
  }

  /// Closes the connection; it is opened again when a run needs it.
  package func close() { opened = nil }

  /// A run begins to use the file.
  func join() { runs += 1 }

  /// A run has ended: with the last one, nothing is left next to the file unless another program
  /// has it open.
  func leave() {
    runs -= 1
    if runs <= 0 { close() }
  }
}
