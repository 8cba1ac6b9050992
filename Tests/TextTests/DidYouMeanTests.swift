import TestSupport
import Testing

@testable import Text

/// Which names are suggested for a wrong one.
struct DidYouMeanTests {
  static let names = ["fetch", "detect", "profiles", "serve", "serveProfiles"]

  @Test(arguments: [
    ("fetc", "fetch"), ("fecth", "fetch"), ("FETCH", "fetch"), ("pro", "profiles"),
    ("detct", "detect"), ("server", "serve"), ("serveProfile", "serveProfiles"),
  ])
  func aTypingErrorFindsItsName(word: String, name: String) {
    #expect(DidYouMean.names(to: word, in: Self.names).first == name)
  }

  @Test(arguments: ["", "x", "everything", String(repeating: "fetch", count: 1_000)])
  func anythingElseFindsNothing(word: String) {
    #expect(DidYouMean.names(to: word, in: Self.names).isEmpty)
  }

  @Test(arguments: [
    ("", "abc", 3), ("abc", "abc", 0), ("abcd", "abdc", 1), ("kitten", "sitting", 3),
  ])
  func theDistanceCountsChanges(left: String, right: String, distance: Int) {
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    #expect(DidYouMean.distance(left, right) == distance)
    #expect(DidYouMean.distance(right, left) == distance)
  }

  @Test func noMoreThanThreeAreSuggested() {
    #expect(DidYouMean.names(to: "page", in: (0..<10).map { "page\($0)" }).count == 3)
  }

  /// The length, which is looked at before changes are counted, never loses a near name.
  @Test func whatIsLookedAtFirstLosesNoName() {
    var generator = SeededGenerator("near names")
    var found = 0
    for _ in 0..<2_000 {
      func word() -> String {
        String(
          (0..<Int.random(in: 1...9, using: &generator)).map { _ in
            generator.pick(["a", "b", "c", "p", "q", "X", "é", "ß"])
          })
      }
      let names = (0..<5).map { _ in word() }
      let wanted = word()
      func letters(_ text: String) -> [Unicode.Scalar] { Array(text.lowercased().unicodeScalars) }
      let typosMax = (letters(wanted).count + 1) / 3
      let near = names.filter { name in
        DidYouMean.distance(letters(wanted), letters(name)) <= typosMax
          || (letters(wanted).count >= 2 && letters(name).starts(with: letters(wanted)))
      }
      #expect(
        DidYouMean.names(to: wanted, in: names).count == min(near.count, DidYouMean.namesMax),
        "\(wanted) in \(names)")
      found += near.count
    }
    #expect(found > 40)
  }
}
