import Foundation
import JSON
import Sessions
import TestSupport
import Testing

@testable import MCP

@Suite struct CursorStoreTests {
  private let key = CursorKey()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func cursor(_ url: String) throws -> PageCursor {
    var fields = JSONFields(["url": .string(url)])
    let arguments = try ToolArguments(&fields, itemsMax: 100, CursorStore(key))
    let checkpoint = CheckpointSeal.seal(#"{"v":1,"request":"a","position":"start"}"#)
    return PageCursor(arguments, itemsMax: 20, checkpoint: checkpoint)
  }

  private func url(_ cursor: PageCursor?) -> JSONValue? { cursor?.arguments["url"] }

  @Test func aCursorIsShortAndValidInAnotherProcess() throws {
    let path = folder.path("cursors")
    let text = try #require(CursorStore(key, file: path).text(cursor("https://a.test/1")))
    #expect(text.count == 32)
    #expect(url(CursorStore(key, file: path).cursor(text)) == "https://a.test/1")
    #expect(CursorStore(CursorKey(), file: path).cursor(text) == nil)
    #expect(CursorStore(key, file: path).cursor(String(repeating: "0", count: 32)) == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func aCursorIsStoredOnce() throws {
    let store = CursorStore(key, file: folder.path("cursors"))
    let text = try store.text(cursor("https://a.test/1"))
    let size = try folder.bytes("cursors").count
    #expect(try store.text(cursor("https://a.test/1")) == text)
    #expect(try folder.bytes("cursors").count == size)
  }

  @Test func theCursorItselfIsGivenWhereNoFileCanBeWritten() throws {
    for store in [CursorStore(key), CursorStore(key, file: folder.path("no/cursors"))] {
      let text = try #require(store.text(cursor("https://a.test/1")))
      #expect(text.count > 100)
      #expect(url(store.cursor(text)) == "https://a.test/1")
    }
  }

  @Test func theLastCursorsRemain() throws {
    let store = CursorStore(key, file: folder.path("cursors"))
    let full = [UInt8](repeating: UInt8(ascii: "x"), count: CursorStore.fileBytesMax)
    let names = try (1...3).map { number in
      defer { _ = try? folder.write(folder.bytes("cursors") + full, as: "cursors") }
      return try #require(store.text(cursor("https://a.test/\(number)")))
    }
    // The second was moved on to the new file when it was used; the first had gone before.
    #expect(store.cursor(names[0]) == nil)
    #expect(url(store.cursor(names[1])) == "https://a.test/2")
    #expect(store.text(try cursor("https://a.test/4")) != nil)
    #expect(url(store.cursor(names[1])) == "https://a.test/2")
    #expect(folder.names == ["cursors", "cursors.old"])
  }
}
