import Foundation
import HTTP
import JSON
import TestSupport
import Testing

@testable import Recording

/// Files that can be replayed, and files that cannot.
struct HARFileTests {
  static func error(_ bytes: [UInt8]) throws -> RecordingError? {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes)
    do throws(RecordingError) {
      _ = try Replayer(path: path)
      return nil
    } catch {
      return error
    }
  }

  /// What is wrong, without the path.
  static let bad: [(name: String, text: String, error: String)] = [
    ("empty", "", "notJSON 0"), ("cut", #"{"log": {"entries": ["#, "notJSON 21"),
    ("no JSON", "{\"log\":\n[\n    2,1,3\n]\n\"request:\"}", "notJSON 22"),
    ("something behind", #"{"log": {"entries": []}} x"#, "notJSON 25"),
    ("a list", "[1]", "notHAR log"), ("no log", #"{"a": 1}"#, "notHAR log"),
    ("no entries", #"{"log": {"version": "1.2"}}"#, "notHAR log.entries"),
    ("entries of another kind", #"{"log": {"entries": {}}}"#, "notHAR log.entries"),
    ("gzip", "\u{1F}", "notJSON 0"), ("zip", "PK\u{03}\u{04}", "compressed zip"),
  ]

  @Test(arguments: bad)
  func badFileSaysWhatIsWrong(name: String, text: String, expected: String) throws {
    let error = try #require(try Self.error(Array(text.utf8)))
    let words =
      switch error {
      case .notJSON(_, let offset): "notJSON \(offset)"
      case .notHAR(_, let member): "notHAR \(member)"
      case .compressed(_, let format): "compressed \(format)"
      default: "\(error)"
      }
    #expect(words == expected)
  }

  @Test func compressedFileIsNamed() throws {
    guard case .compressed(_, "gzip") = try Self.error([0x1F, 0x8B, 8, 0]) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func folderAndMissingFileAreRefused() throws {
    let folder = try TemporaryFolder()
    #expect(throws: RecordingError.notRegular(path: folder.url.path)) {
      _ = try Replayer(path: folder.url.path)
    }
    #expect {
      _ = try Replayer(path: folder.path("none.har"))
    } throws: { error in
      if case RecordingError.unreadable = error { true } else { false }
    }
  }

  @Test func whatIsNotForTheWebIsIgnored() throws {
    let folder = try TemporaryFolder()
    let har = HARText.file([
      HARText.entry("https://h/a"), HARText.entry("ws://h/"), HARText.entry("data:,x"), 7, .null,
      [:], ["request": ["url": "https://h/"]],
    ])
    let facts = try Replayer(path: folder.write(har)).facts
    #expect(facts.entries == 7 && facts.ignored == 6 && facts.tear == nil)
  }

  @Test func byteOrderMarkIsSkipped() async throws {
    let folder = try TemporaryFolder()
    let har = [0xEF, 0xBB, 0xBF] + HARText.file([HARText.entry("https://h/a", body: "[1]")])
    let replayer = try Replayer(path: folder.write(har))
    #expect(try await replayer.text("https://h/a") == "[1]")
  }

  /// More than one piece of the file is read, and entries lie across their borders.
  @Test func longFileIsReadInPieces() async throws {
    let folder = try TemporaryFolder()
    let body = "[\"" + String(repeating: "é", count: 150_000) + "\"]"
    let har = HARText.file((0..<8).map { HARText.entry("https://h/\($0)", body: body) })
    #expect(har.count > 2 << 20)
    let replayer = try Replayer(path: folder.write(har))
    for page in 0..<8 { #expect(try await replayer.text("https://h/\(page)") == body) }
  }

  @Test func tornLastEntryOfOurOwnIsLeftOut() async throws {
    let folder = try TemporaryFolder()
    let whole = HARText.file(
      [HARText.entry("https://h/a", body: "[1]"), HARText.entry("https://h/b", body: "[2]")],
      creator: "paginator")
    let marker = Array(#"{"startedDateTime""#.utf8)
    let second = try #require(
      whole.indices.last { whole[$0...].starts(with: marker) })
    for end in second..<whole.count - 3 {
      let replayer = try Replayer(path: folder.write(Array(whole[..<end])))
      #expect(replayer.facts.entries == 1 && replayer.facts.tear == .entry, "cut at \(end)")
    }
    let replayer = try Replayer(path: folder.write(Array(whole[..<(second + 20)])))
    #expect(try await replayer.text("https://h/a") == "[1]")
    let end = try Replayer(path: folder.write(Array(whole.dropLast())))
    #expect(end.facts.entries == 2 && end.facts.tear == nil)
  }

  /// What lacks only the end of the list has lost no entry that it has.
  @Test func wholeEntriesWithoutAnEndAreAllThere() async throws {
    let folder = try TemporaryFolder()
    let whole = HARText.file([HARText.entry("https://h/a", body: "[1]")], creator: "paginator")
    let list = try #require(whole.lastIndex(of: UInt8(ascii: "]")))
    for end in [list, whole.lastIndex(of: UInt8(ascii: "}")).map { min($0, list) } ?? list] {
      let replayer = try Replayer(path: folder.write(Array(whole[..<end])))
      #expect(replayer.facts.entries == 1 && replayer.facts.tear == .end, "cut at \(end)")
      #expect(try await replayer.text("https://h/a") == "[1]")
    }
    let comma = try Replayer(path: folder.write(Array(whole[..<list]) + Array(",".utf8)))
    #expect(comma.facts.entries == 1 && comma.facts.tear == .entry)
  }

  @Test func tornEntryOfOthersIsAnError() throws {
    let whole = HARText.file([HARText.entry("https://h/a"), HARText.entry("https://h/b")])
    let cut = Array(whole.dropLast(40))
    guard case .notJSON(_, let offset) = try Self.error(cut) else {
      Issue.record("not refused")
      return
    }
    #expect(offset == cut.count)
  }

  @Test func fileThatChangesMeanwhileIsNoTrap() async throws {
    let folder = try TemporaryFolder()
    let replayer = try Replayer(path: folder.write(HARText.file([HARText.entry("https://h/a")])))
    let file = try FileHandleForWriting(folder.path("tape.har"))
    try file.truncate()
    guard case .failure = try await replayer.outcome("https://h/a") else {
      Issue.record("answered")
      return
    }
  }

  /// Whatever a byte is changed to and wherever the file is cut: it is refused, or it answers.
  @Test(arguments: 0..<8)
  func damagedFileNeverTraps(seed: Int) async throws {
    let folder = try TemporaryFolder()
    let whole = HARText.file(
      [
        HARText.entry(
          "https://h/a?x=***", method: "POST",
          post: ["mimeType": "application/json", "text": "{\"a\":1}"],
          headers: [("Content-Type", "application/json")], content: ["size": 2]),
        HARText.entry("https://h/b", body: "W10=", content: ["encoding": "base64"]),
      ], creator: seed % 2 == 0 ? "paginator" : "Chrome")
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      if random.chance(50) { bytes.removeLast(random.below(bytes.count)) }
      let path = try folder.write(bytes)
      guard let replayer = try? Replayer(path: path) else { continue }
      _ = try await replayer.outcome("https://h/a?x=1", method: "POST", body: "{\"a\":1}")
      _ = try await replayer.outcome("https://h/b")
    }
  }
}
