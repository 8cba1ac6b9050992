import Foundation
import Synchronization
import System
import Testing

@testable import Store

/// The threads that write into files.
struct StoreWritersTests {
  private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test func workOfOneFileIsDoneInOrder() {
    let writers = StoreWriters()
    let notes = Notes()
    writers.join("a")
    for number in 0..<200 { writers.add("a") { _ in notes.add("\(number)") } }
    writers.finish(seconds: 60)
    #expect(notes.all == (0..<200).map(String.init))
  }

  @Test func aFileThatWaitsKeepsNoOtherOneWaiting() {
    let writers = StoreWriters()
    let isFree = Guarded(false)
    let notes = Notes()
    for path in ["a", "b"] { writers.join(path) }
    writers.add("a") { _ in
      isFree.wait { $0 ? () : nil }
      notes.add("a")
    }
    let isDone = Guarded(false)
    writers.add("b") { _ in
      notes.add("b")
      isDone.withLock { $0 = true }
      isDone.notify()
    }
    isDone.wait { $0 ? () : nil }
    #expect(notes.all == ["b"])
    isFree.withLock { $0 = true }
    isFree.notify()
    writers.finish(seconds: 60)
    #expect(notes.all == ["b", "a"])
  }

  @Test func moreFilesThanThreadsAreAllWrittenTo() throws {
    let scratch = try Scratch()
    let writers = StoreWriters()
    let paths = (0..<(WriterLimits().openFilesMax + 40)).map { scratch.folder.path + "/\($0).db" }
    let notes = Notes()
    for path in paths {
      writers.join(path)
      writers.add(path) { file in
        do {
          let target = StoreTarget(path: path, table: "t", identity: [], isRaw: false)
          let run = try StoreRun(
            target, RunRequest(shown: "", fingerprint: ""), mode: .separate, file: file)
          try run.store(.json("[1]"))
          _ = try run.end(.complete)
          notes.add(path)
        } catch {
          notes.add("\(error)")
        }
      }
    }
    writers.finish(seconds: 120)
    #expect(notes.all.sorted() == paths.sorted())
    for path in paths { writers.leave(path) }
  }

  @Test func runsOfOneFileShareItsConnection() throws {
    let scratch = try Scratch()
    let file = StoreFile(path: scratch.path)
    let runs = try (0..<3).map { number in
      try StoreRun(
        scratch.target("t\(number)"), RunRequest(shown: "", fingerprint: "\(number)"),
        mode: .separate, file: file)
    }
    for run in runs { try run.store(.json("[1]")) }
    let open = try #require(try file.open(mayCreate: false))
    for run in runs {
      #expect(try file.open(mayCreate: false) === open)
      _ = try run.end(.complete)
    }
    // With the last one the file is closed.
    #expect(try file.open(mayCreate: false) !== open)
  }
}
