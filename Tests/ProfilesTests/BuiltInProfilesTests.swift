import Foundation
import JSON
import Pagination
import TestSupport
import Testing

@testable import Profiles

/// The files of Sources/Paging/CProfiles/profiles, and what the program has of them.
struct BuiltInProfilesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/Paging/CProfiles/profiles")

  @Test func theProgramCarriesEveryFileUnderItsName() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    #expect(files.sorted() == BuiltInProfiles.all.map(\.name).sorted())
  }

  @Test(arguments: BuiltInProfiles.all.map(\.name))
  func aProfileSaysWhatItIsOf(name: String) throws {
    let profile = try #require(BuiltInProfiles.named(name))
    #expect(!profile.title.isEmpty)
    #expect(profile.about["documentation"]?["url"]?.stringValue?.hasPrefix("http") == true)
    if let authentication = profile.about["authentication"] {
      #expect(authentication["documentation"]?.stringValue?.hasPrefix("https://") == true)
    }
  }

  @Test func everyProfileOpens() throws {
    #expect(Set(BuiltInProfiles.all.map(\.name)).count == BuiltInProfiles.all.count)
    for profile in BuiltInProfiles.all {
      var params = profile.open
      if params["url"] == nil { params["url"] = "http://h/a" }
      for name in [
        "itemsPath", "responseDescriptors", "identity", "ceiling", "slices", "expired", "noItems",
        "inner",
      ] {
        params[name] = nil
      }
      var fields = JSONFields(params)
      _ = try Pager(&fields, lists: [])
      #expect(throws: Never.self, "\(profile.name)") { try fields.finish() }
      #expect(BuiltInProfiles.named(profile.name)?.open == profile.open)
      #expect(!profile.title.isEmpty)
    }
    #expect(BuiltInProfiles.named("none") == nil)
  }

  @Test func listedProfileHasItsParamsBesideItsName() throws {
    let listed = try #require(BuiltInProfiles.named("github")).json
    #expect(listed["name"] == "github" && listed["open"] == nil)
    #expect(listed["pagination"]?["strategy"] == "link")
  }

  @Test func ceilingOfAProfileIsASetting() throws {
    #expect(try #require(BuiltInProfiles.named("github-search")).open["ceiling"] == 1_000)
  }
}
