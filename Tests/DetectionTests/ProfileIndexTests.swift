import Foundation
import HTTP
import JSON
import Profiles
import Testing

@testable import Detection

/// Sources/Paging/CProfiles/index.json, which the program carries.
struct ProfileIndexTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/Paging/CProfiles/index.json").standardized

  /// Written anew where PAGINATOR_WRITE_INDEX is set: build again after it.
  @Test func theIndexSaysWhatTheProfilesRead() throws {
    let wanted = Self.text
    if ProcessInfo.processInfo.environment["PAGINATOR_WRITE_INDEX"] != nil {
      try Data(wanted.utf8).write(to: Self.file)
    }
    let carried = String(decoding: BuiltInProfiles.index, as: UTF8.self)
    #expect(
      carried == wanted, "PAGINATOR_WRITE_INDEX=1 swift test --filter ProfileIndexTests writes it")
  }

  @Test func everyEntryIsAProfileThatCanBeRecognized() {
    #expect(ProfileIndex.entries.count > 100)
    for entry in ProfileIndex.entries {
      #expect(entry.shape?.profile.name == entry.name)
      #expect(entry.shape?.itemsPath == entry.itemsPath)
    }
  }

  /// No profile is passed over that would have been found.
  @Test(arguments: Fixtures.requested + Fixtures.bare)
  func nothingIsMissed(_ replay: Replay) throws {
    let request = replay.request
    let subject = try #require(
      FirstPage(
        response: replay.response, requestURL: request.url, method: request.method,
        body: request.body, given: replay.given))
    for entry in ProfileIndex.entries where !entry.mayFit(subject) {
      let fit = entry.shape.flatMap { ProfileFit($0, subject) }
      #expect(fit == nil, "\(entry.name)")
    }
  }

  /// A profile a line.
  private static var text: String {
    let lines = BuiltInProfiles.all.map { profile in
      var facts = JSONObject()
      if let path = profile.open["itemsPath"]?.stringValue { facts["items"] = .string(path) }
      if let shape = ProfileShape(profile) {
        facts["reads"] = .array(Set(shape.paths).sorted().map { .string($0) })
        if !shape.signature.isEmpty {
          facts["marks"] = .array(shape.signature.map { .string($0.path) })
        }
      }
      return "  \"\(profile.name)\": \(JSONValue.object(facts).text)"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }
}
