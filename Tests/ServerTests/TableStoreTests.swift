import Foundation
import JSON
import Pagination
import Synchronization
import TestSupport
import Testing

@testable import Server
@testable import Sessions
@testable import Store

/// The table that the pages of a paginator go to.
struct TableStoreTests {
  /// A folder that goes with the test, and a store in it.
  private final class Kit {
    let folder: TemporaryFolder
    let writers: StoreWriters
    let store: TableStore

    init(_ writers: StoreWriters = StoreWriters()) throws {
      folder = try TemporaryFolder()
      self.writers = writers
      store = TableStore(
        StoreTarget(
          path: folder.path("x.db"), table: "t", identity: [try JSONPath("id")], isRaw: false),
        writers)
    }

    /// What a call completes with.
    func wait<Value: Sendable>(
      _ call: (@escaping @Sendable (Value) -> Void) -> Void
    ) throws -> Value {
      let box = Box<Value>()
      call { value in box.add(value) }
      writers.finish(seconds: 60)
      return try #require(box.first)
    }

    func open() throws -> SessionError? {
      try wait { store.open(RunRequest(shown: "r", fingerprint: "r"), completion: $0) }
    }

    func keep(_ json: String) throws -> Result<StoredRun, SessionError> {
      let document = try JSONDocument(Array(json.utf8))
      let items = document.elements(of: document.root)
      let content = PageContent(
        document: document, sources: items, array: nil, mapped: nil, lists: [])
      return try wait { store.store(content, 0..<items.count, completion: $0) }
    }

    func end(_ walk: WalkEnd?) throws -> SessionError? {
      try wait { store.end(walk, completion: $0) }
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    func add(_ value: Value) { values.withLock { $0.append(value) } }
    var first: Value? { values.withLock { $0.count == 1 ? $0[0] : nil } }
  }

  @Test func pagesAreCounted() throws {
    let kit = try Kit()
    #expect(try kit.open() == nil)
    let first = try kit.keep(#"[{"id":1},{"id":2}]"#).get()
    #expect(first.run == 1 && first.pages == 1 && first.inserted == 2)
    let second = try kit.keep(#"[{"id":2},{"id":3}]"#).get()
    #expect(second.items == 4 && second.inserted == 3 && second.duplicates == 1)
    #expect(try kit.end(nil) == nil)
  }

  @Test func aFullDiskMayBeTriedAgain() throws {
    let kit = try Kit()
    #expect(try kit.open() == nil)
    _ = try kit.keep(#"[{"id":1}]"#).get()
    let path = kit.folder.path("x.db")
    // A file that may not grow is to SQLite what a full disk is.
    let writers = kit.writers
    func limit(_ pages: Int) {
      writers.add(path) { file in
        try? file.open(mayCreate: false)?.database.execute("PRAGMA max_page_count = \(pages)")
      }
    }
    limit(1)
    let text = String(repeating: "x", count: 100_000)
    let failed = try kit.keep("[{\"id\":2,\"t\":\"\(text)\"}]")
    guard case .failure(.storeFailed(path, let detail, isRetryable: true)) = failed else {
      Issue.record("\(failed)")
      return
    }
    #expect(detail.contains("the disk is full"))
    limit(1_000_000)
    #expect(try kit.keep("[{\"id\":2,\"t\":\"\(text)\"}]").get().inserted == 2)
  }

  @Test func aMissingLibraryIsTold() throws {
    let kit = try Kit(StoreWriters(library: ["libnone.so.0"]))
    let error = try #require(try kit.open())
    #expect(error.kind == "engineUnavailable")
    guard case .engineUnavailable("libnone.so.0", let detail, isStore: true) = error else { return }
    #expect(detail.contains("install the package") || detail.contains("macOS"))
    // Pages that come all the same learn of it, too, and the end is one.
    #expect(throws: error) { try kit.keep(#"[{"id":1}]"#).get() }
    #expect(try kit.end(nil) == nil)
  }
}
