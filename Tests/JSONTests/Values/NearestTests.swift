import Testing

@testable import JSON

/// Which names are suggested for a wrong one.
struct NearestTests {
  static let names = ["fetch", "detect", "profiles", "serve", "serveProfiles"]

  @Test(arguments: [
    ("fetc", "fetch"), ("fecth", "fetch"), ("FETCH", "fetch"), ("pro", "profiles"),
    ("detct", "detect"), ("server", "serve"), ("serveProfile", "serveProfiles"),
  ])
  func aTypingErrorFindsItsName(word: String, name: String) {
    #expect(Nearest.names(to: word, in: Self.names).first == name)
  }

  @Test(arguments: ["", "x", "everything", String(repeating: "fetch", count: 1_000)])
  func anythingElseFindsNothing(word: String) {
    #expect(Nearest.names(to: word, in: Self.names).isEmpty)
  }

  @Test(arguments: [
    ("", "abc", 3), ("abc", "abc", 0), ("abcd", "abdc", 1), ("kitten", "sitting", 3),
  ])
  func theDistanceCountsChanges(left: String, right: String, distance: Int) {
    #expect(Nearest.distance(Array(left), Array(right)) == distance)
    #expect(Nearest.distance(Array(right), Array(left)) == distance)
  }

  @Test func noMoreThanThreeAreSuggested() {
    #expect(Nearest.names(to: "page", in: (0..<10).map { "page\($0)" }).count == 3)
  }
}
