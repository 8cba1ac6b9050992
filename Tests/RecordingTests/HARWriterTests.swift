import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

@testable import Recording

/// The file that exchanges are written to.
struct HARWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let entry = HARWriter.separator + Array(#"{"_attempt":1}"#.utf8)

  private func tape(
    _ name: String = "tape.har", replaces: Bool = false, bytesMax: Int = 1 << 20,
    tell: @escaping @Sendable (HARWriter.End) -> Void = { _ in }
  ) -> HARWriter {
    HARWriter(
      path: folder.path(name), creatorVersion: "1.0", replacesFile: replaces, bytesMax: bytesMax,
      tell: tell)
  }

  private func entryCount(_ name: String = "tape.har") throws -> Int? {
    try folder.json(name)["log"]?["entries"]?.arrayValue?.count
  }

  @Test func fileIsThereFromTheStartForItsOwnerOnly() throws {
    try tape().open()
    #expect(try folder.entries("tape.har").isEmpty)
    let facts = try FileManager.default.attributesOfItem(atPath: folder.path("tape.har"))
    #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func fileIsWholeAfterEachEntry() throws {
    let tape = tape()
    try tape.open()
    for count in 1...5 {
      tape.append(Self.entry)
      #expect(try entryCount() == count)
    }
  }

  @Test func fileThatIsThereIsRefusedAndKept() throws {
    try Data("mine".utf8).write(to: folder.url.appending(path: "tape.har"))
    #expect(throws: RecordingError.taken(path: folder.path("tape.har"))) { try tape().open() }
    #expect(try folder.bytes("tape.har") == Array("mine".utf8))
  }

  @Test func anotherFileTakesItsPlaceWhereThatIsWanted() throws {
    let path = folder.path("tape.har")
    try Data("mine".utf8).write(to: URL(filePath: path))
    let reader = try #require(FileHandle(forReadingAtPath: path))
    let tape = tape(replaces: true)
    try tape.open()
    tape.append(Self.entry)
    #expect(try entryCount() == 1)
    #expect(folder.names == ["tape.har"])
    // Whoever reads the old file still has it.
    #expect(try reader.readToEnd() == Data("mine".utf8))
  }

  @Test func folderIsNotReplaced() throws {
    #expect(throws: RecordingError.notRegular(path: folder.url.path)) {
      try HARWriter(
        path: folder.url.path, creatorVersion: "1.0", replacesFile: true, tell: { _ in }
      ).open()
    }
  }

  @Test(arguments: [false, true])
  func folderThatIsMissingIsAnError(replaces: Bool) throws {
    let path = folder.path("none/tape.har")
    #expect(
      throws: RecordingError.unwritable(path: path, reason: "No such file or directory")
    ) { try tape("none/tape.har", replaces: replaces).open() }
  }

  @Test func recordingEndsBeforeTheMaximumAndIsToldOnce() throws {
    let empty = tape("empty.har")
    try empty.open()
    let room = try folder.bytes("empty.har").count + 3 * Self.entry.count - 1
    let ends = Mutex<[HARWriter.End]>([])
    let tape = tape(bytesMax: room) { end in ends.withLock { $0.append(end) } }
    try tape.open()
    for _ in 1...3 { tape.append(Self.entry) }
    #expect(tape.isRecording && ends.withLock(\.isEmpty))
    #expect(try folder.bytes("tape.har").count == room)
    for _ in 1...2 { tape.append(Self.entry) }
    #expect(!tape.isRecording)
    #expect(ends.withLock(\.self) == [.full(bytesMax: room)])
    #expect(try entryCount() == 3)
  }

  /// The last line is what a torn write takes away, and at most the entry that was being written.
  @Test func tornWriteCostsNoEarlierEntry() throws {
    let tape = tape()
    try tape.open()
    tape.append(Self.entry)
    let before = try folder.bytes("tape.har")
    tape.append(Self.entry)
    let after = try folder.bytes("tape.har")
    let shared = zip(before, after).prefix { $0 == $1 }.count
    let tail = Array("\n]}}\n".utf8)
    #expect(before.suffix(tail.count) == tail[...])
    #expect(shared >= before.count - tail.count)
    let whole = try JSONDocument(Array(before.dropLast(tail.count)) + tail)
    #expect(whole.value(whole.root)["log"]?["entries"]?.arrayValue?.count == 1)
  }
}
