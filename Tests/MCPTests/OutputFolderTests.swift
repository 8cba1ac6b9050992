import Foundation
import TestSupport
import Testing

@testable import MCP

@Suite struct OutputFolderTests {
  private let temporary: TemporaryFolder
  private var root: URL { temporary.url }
  private let folder: OutputFolder

  init() throws {
    temporary = try TemporaryFolder()
    let root = temporary.url
    for name in ["in/sub", "out"] {
      try FileManager.default.createDirectory(
        at: root.appending(path: name), withIntermediateDirectories: true)
    }
    folder = try #require(OutputFolder(root.appending(path: "in").path))
  }

  private func write(_ name: String) throws {
    try Data("x".utf8).write(to: root.appending(path: name))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: root.appending(path: name).path, withDestinationPath: target)
  }

  private func isRefused(_ name: String) -> Bool {
    do throws(ToolFailure) {
      _ = try folder.path(of: name)
      return false
    } catch {
      return true
    }
  }

  @Test func everythingElseThanAPlaceBelowIsRefused() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write("in/there.ndjson")
    try link("in/leads.ndjson", to: "../out/a.ndjson")
    try link("in/away", to: "../out")
    try link("in/near", to: "sub")
    try write("in/journal.sqlite-journal")
    try link("in/wal.sqlite-wal", to: "../out/b")
    for name in [
      "", ".", "..", "/etc/x.csv", "../x.csv", "sub/../../x.csv", "./x.csv", "sub//x.csv", "x.csv/",
      "missing/x.csv", "there.ndjson", "leads.ndjson", "away/x.csv", "journal.sqlite", "wal.sqlite",
      "a\u{0}.csv", "a\n.csv", String(repeating: "a", count: 300) + ".csv",
    ] {
      #expect(isRefused(name), "\(name)")
    }
    for name in ["x.csv", "sub/x.csv", "near/x.csv", "..x.csv"] {
      #expect(!isRefused(name), "\(name)")
    }
  }

  @Test func aFileOfThisProcessMayBeWrittenAgainUnlessSomebodyElseHas() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let path = try folder.path(of: "x.csv")
    try write("in/x.csv")
    #expect(isRefused("x.csv"))
    folder.note(path)
    #expect(!isRefused("x.csv"))
    try Data("longer".utf8).write(to: root.appending(path: "in/x.csv"))
    #expect(isRefused("x.csv"))
  }

  @Test func aFolderThatDoesNotExistIsNone() {
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(OutputFolder(root.appending(path: "nowhere").path) == nil)
  }
}
