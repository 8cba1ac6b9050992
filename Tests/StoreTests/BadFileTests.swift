import Foundation
import Testing

@testable import Store

/// Files and tables that do not fit: a clear error, and nothing is changed.
struct BadFileTests {
  private func reason(_ body: () throws -> Void) -> SQLiteFailure.Reason? {
    do {
      try body()
      return nil
    } catch StoreError.database(let failure) {
      return failure.reason
    } catch {
      return nil
    }
  }

  @Test func fileIsNoDatabase() throws {
    let scratch = try Scratch()
    let text = Data(String(repeating: "no database, but text. ", count: 100).utf8)
    try text.write(to: URL(filePath: scratch.path))
    #expect(reason { _ = try scratch.run() } == .notADatabase)
    #expect(try Data(contentsOf: URL(filePath: scratch.path)) == text)
  }

  @Test func noSuchFolder() throws {
    let scratch = try Scratch()
    let target = StoreTarget(
      path: scratch.folder.path + "/none/x.sqlite", table: "t", identity: [], isRaw: false)
    #expect(throws: StoreError.placeUnusable(.noFolder)) {
      _ = try StoreRun(target, RunRequest(shown: "", fingerprint: ""), mode: .continuing)
    }
  }

  @Test func folderIsNoFile() throws {
    let scratch = try Scratch()
    let target = StoreTarget(path: scratch.folder.path, table: "t", identity: [], isRaw: false)
    #expect(throws: StoreError.placeUnusable(.isFolder)) {
      _ = try StoreRun(target, RunRequest(shown: "", fingerprint: ""), mode: .continuing)
    }
  }

  @Test func readOnlyFolderShowsAtOnce() throws {
    let scratch = try Scratch()
    let folder = scratch.folder.path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    }
    // Whoever is allowed everything writes all the same.
    guard !FileManager.default.isWritableFile(atPath: folder) else { return }
    #expect(throws: StoreError.placeUnusable(.folderReadOnly)) { _ = try scratch.run() }
  }

  @Test func deviceIsNoFile() throws {
    let target = StoreTarget(path: "/dev/null", table: "t", identity: [], isRaw: false)
    #expect(throws: StoreError.placeUnusable(.isNoFile)) {
      _ = try StoreRun(target, RunRequest(shown: "", fingerprint: ""), mode: .continuing)
    }
  }

  @Test func readOnlyFileShowsAtOnce() throws {
    let scratch = try Scratch()
    try scratch.stored("[1]")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: scratch.path)
    // Whoever is allowed everything writes all the same.
    guard !FileManager.default.isWritableFile(atPath: scratch.path) else { return }
    #expect(reason { _ = try scratch.run() } == .readOnly)
  }

  @Test func anotherProgramsTransactionIsWaitedFor() async throws {
    let scratch = try Scratch()
    try scratch.stored("[1]")
    let path = scratch.path
    let other = try Database(try SQLiteLibrary.load(), path: path, mayCreate: false)
    try other.execute("BEGIN IMMEDIATE")
    let run = try scratch.run()
    let start = ContinuousClock.now
    #expect(reason { try run.store(.json("[2]")) } == .locked)
    #expect(ContinuousClock.now - start >= .seconds(Database.busySeconds - 1))
    try other.execute("COMMIT")
    try run.store(.json("[3]"))
    #expect(try scratch.rows("SELECT item FROM items") == [[1], [3]])
  }

  @Test func fullDiskLeavesThePagesBefore() throws {
    let scratch = try Scratch()
    let text = String(repeating: "x", count: 3_000)
    let file = StoreFile(path: scratch.path)
    let run = try scratch.run(identity: ["id"], file: file)
    try run.store(.json(#"[{"id":1}]"#))
    // A file that may not grow is to SQLite what a full disk is.
    let pages = try scratch.rows("PRAGMA page_count")[0][0].integer ?? 0
    try file.open(mayCreate: false)?.database.execute("PRAGMA max_page_count = \(pages + 4)")
    let before = try scratch.dump()
    let items = (2..<40).map { "{\"id\":\($0),\"t\":\"\(text)\"}" }.joined(separator: ",")
    #expect(reason { try run.store(.json("[\(items)]")) } == .full)
    #expect(try scratch.dump() == before)
    try file.open(mayCreate: false)?.database.execute("PRAGMA max_page_count = 1000000")
    try run.store(.json("[\(items)]"))
    #expect(try run.end(.complete).counts.inserted == 39)
    #expect(try scratch.rows("PRAGMA integrity_check") == [["ok"]])
  }

  /// SQLite takes 10^9 bytes; the test takes less.
  @Test func rowThatIsTooLargeIsNamedAndLosesNothingElse() throws {
    let scratch = try Scratch()
    let file = StoreFile(path: scratch.path)
    let run = try scratch.run(identity: ["id"], file: file)
    try run.store(.json(#"[{"id":1,"t":"a"},{"id":2,"t":"b"}]"#))
    let before = try scratch.dump()
    try file.open(mayCreate: false)?.database.limitRow(bytes: 10_000)
    let text = String(repeating: "x", count: 20_000)
    #expect(throws: StoreError.rowTooLarge(item: 3)) {
      try run.store(.json(#"[{"id":3,"t":"c"},{"id":4,"t":"\#(text)"},{"id":5,"t":"e"}]"#))
    }
    #expect(try scratch.dump() == before)
    let next = try scratch.run(identity: ["id"])
    try next.store(.json(#"[{"id":3,"t":"c"},{"id":5,"t":"e"}]"#))
    #expect(try next.end(.complete).counts.items == 4)
    #expect(try scratch.rows("SELECT id FROM items") == [[1], [2], [3], [5]])
  }

  @Test func libraryThatIsTooOldSaysSo() throws {
    let fileNames = Array(SQLiteLibrary.fileNames.prefix(1))
    do throws(StoreError) {
      _ = try SQLiteLibrary.load(fileNames, versionMin: 9_012_000)
      Issue.record("loaded")
    } catch {
      guard case .engineUnavailable(let library, let detail) = error else { throw error }
      #expect(library == fileNames[0])
      #expect(detail.hasPrefix("\(library) is version 3."))
      #expect(detail.contains(", 9.12.0 or newer is needed; "))
    }
    // The failure is not remembered.
    _ = try SQLiteLibrary.load(fileNames)
  }

  @Test func libraryThatIsMissingIsNamed() throws {
    let scratch = try Scratch()
    do throws(StoreError) {
      _ = try StoreRun(
        StoreTarget(path: scratch.path, table: "t", identity: [], isRaw: false),
        RunRequest(shown: "", fingerprint: ""), mode: .fresh,
        file: StoreFile(path: scratch.path, library: ["libnone.so.0"]))
      Issue.record("loaded")
    } catch {
      guard case .engineUnavailable(let library, let detail) = error else { throw error }
      #expect(library == "libnone.so.0")
      #expect(detail.contains("install the package") || detail.contains("macOS"))
    }
  }

  @Test(arguments: [":memory:", "file:x?mode=memory", "file:y", "a b.db"])
  func namesOfSQLitesOwnAreFiles(name: String) throws {
    let scratch = try Scratch()
    let path = scratch.folder.path + "/" + name
    let target = StoreTarget(path: path, table: "t", identity: [], isRaw: false)
    let run = try StoreRun(target, RunRequest(shown: "", fingerprint: ""), mode: .continuing)
    try run.store(.json("[1]"))
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func relativeNamesAreFilesToo() throws {
    #expect(Database.fileName(":memory:") == "./:memory:")
    #expect(Database.fileName("file:x") == "./file:x")
    #expect(Database.fileName("/x/file:y") == "/x/file:y")
  }

  @Test(arguments: [
    ("", StoreTarget.NameProblem.empty), ("sqlite_x", .reserved(prefix: "sqlite_")),
    ("PAGINATOR_runs", .reserved(prefix: "paginator_")), ("a\0b", .holdsNUL),
    (String(repeating: "t", count: 256), .tooLong),
  ])
  func tableNamesAreChecked(name: String, problem: StoreTarget.NameProblem) {
    #expect(StoreTarget.problem(ofTable: name) == problem)
  }

  @Test(arguments: [
    "items", "a \"b\"", "select", "😀", "sqlite", String(repeating: "t", count: 255),
  ])
  func anyOtherNameIsATable(name: String) throws {
    #expect(StoreTarget.problem(ofTable: name) == nil)
    let scratch = try Scratch()
    for value in ["1", "\"x\"", "2.5"] {
      let run = try scratch.run(name, identity: ["id"])
      try run.store(.json("[{\"id\":1,\"a\":\(value)}]"))
      _ = try run.end(.complete)
    }
    let quoted = name.replacingOccurrences(of: "\"", with: "\"\"")
    #expect(try scratch.rows("SELECT a FROM \"\(quoted)\"") == [[.real(2.5)]])
  }
}
