import Foundation
import JSON
import Testing

@testable import Pagination

/// The files of Sources/CResources/profiles, and what the program has of them.
struct BuiltInProfilesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/CResources/profiles")

  @Test func theProgramCarriesEveryFileUnderItsName() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    #expect(files.sorted() == Profiles.all.map(\.name).sorted())
  }

  @Test(arguments: Profiles.all.map(\.name))
  func aProfileSaysWhatItIsOf(name: String) throws {
    let profile = try #require(Profiles.named(name))
    #expect(!profile.title.isEmpty)
    #expect(profile.about["documentation"]?["url"]?.stringValue?.hasPrefix("http") == true)
    if let authentication = profile.about["authentication"] {
      #expect(authentication["documentation"]?.stringValue?.hasPrefix("https://") == true)
    }
  }
}
