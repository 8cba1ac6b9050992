import JSON
import Testing
import Text

@testable import Pagination

struct LoopGuardTests {
  /// A page that a loop guard sees: request, items, identities; nil items: an empty page.
  private struct Seen {
    let request: UInt64
    let items: UInt64?
    var identities: UInt64?
    /// nil: one that never comes again, unless request and items do.
    var response: UInt64?

    var trace: LoopGuard.Trace {
      LoopGuard.Trace(
        request: request, items: items ?? 0, identities: identities, isEmpty: items == nil,
        response: response ?? request << 32 | (items ?? 0))
    }
  }

  /// The page at which the guard stops, and why; nil: it never does.
  private func stop(
    _ pages: [Seen], isComputed: Bool = false, isBounded: Bool = false, isGuess: Bool = false
  ) -> (page: Int, kind: EndReason.Kind, earlier: JSONValue?)? {
    var loops = LoopGuard()
    for (index, seen) in pages.enumerated() {
      let page = index + 1
      if let reason = loops.repetition(
        page: page, trace: seen.trace, isComputed: isComputed, isBounded: isBounded,
        isGuess: isGuess)
      {
        #expect(reason.page == page)
        return (page, reason.kind, reason.evidence?.value)
      }
      loops.remember(page: page, trace: seen.trace)
    }
    return nil
  }

  @Test(arguments: 1...12)
  func cycleOfAnyLengthIsFound(_ length: Int) throws {
    let start = Seen(request: 1_000, items: 1_000)
    let cycle = (1...length).map { Seen(request: UInt64($0), items: UInt64($0)) }
    let found = try #require(stop([start] + cycle + cycle))
    #expect(found.page == length + 2 && found.kind == .repeatedRequest)
    #expect(found.earlier == 2)
  }

  @Test func constantRequestWithNewItemsIsNone() {
    let pages = (1...50).map { Seen(request: 7, items: UInt64($0)) }
    #expect(stop(pages) == nil)
  }

  @Test func constantRequestWithEmptyPagesIsNone() {
    let pages = (1...50).map { _ in Seen(request: 7, items: nil) }
    #expect(stop(pages) == nil)
  }

  @Test func itemsAloneAreNoneForTokens() {
    #expect(stop([Seen(request: 1, items: 5), Seen(request: 2, items: 5)]) == nil)
    let many = (1...20).map { Seen(request: UInt64($0), items: 5) }
    #expect(stop(many) == nil)
  }

  @Test func guessedIdentitiesOfOtherItemsAreALoopAfterAHundredPages() throws {
    let pages = (1...200).map {
      Seen(request: UInt64($0), items: UInt64($0), identities: UInt64($0 % 6))
    }
    let found = try #require(stop(pages, isGuess: true))
    #expect(found.page == 6 + 100 + 1 && found.kind == .repeatedItems)
    let equal = (1...9).map { Seen(request: UInt64($0), items: 5, identities: 9) }
    #expect(stop(equal, isGuess: true)?.page == 3)
  }

  @Test func identitiesTwiceInARowAreALoopUnderNewTokens() throws {
    let pages = (1...5).map { Seen(request: UInt64($0), items: UInt64($0), identities: 9) }
    let found = try #require(stop(pages))
    #expect(found.page == 3 && found.kind == .repeatedItems)
    let apart: [UInt64] = [1, 1, 2, 2, 3, 3]
    let interrupted = apart.enumerated().map { index, identities in
      Seen(request: UInt64(index), items: UInt64(index), identities: identities)
    }
    #expect(stop(interrupted) == nil)
  }

  @Test func repeatedRequestWithRepeatedIdentitiesIsALoop() throws {
    let found = try #require(
      stop([
        Seen(request: 1, items: 1, identities: 1), Seen(request: 2, items: 2, identities: 2),
        Seen(request: 1, items: 3, identities: 1),
      ]))
    #expect(found.page == 3 && found.kind == .repeatedRequest && found.earlier == 1)
  }

  @Test func repeatedLastPageWithoutATotalIsALoop() throws {
    let pages = [1, 2, 3, 3].enumerated().map { index, items in
      Seen(request: UInt64(index), items: UInt64(items))
    }
    let found = try #require(stop(pages, isComputed: true))
    #expect(found.page == 4 && found.kind == .repeatedResponse && found.earlier == 3)
    #expect(stop(pages, isComputed: true, isBounded: true) == nil)
  }

  @Test func sameIdentitiesOnAnotherPageAreRepeatedItems() throws {
    let found = try #require(
      stop(
        [
          Seen(request: 1, items: 1, identities: 8), Seen(request: 2, items: 2, identities: 8),
        ], isComputed: true))
    #expect(found.kind == .repeatedItems)
  }

  @Test func wholeResponseThatComesAgainIsALoopWhateverLedToIt() throws {
    let pages = [
      Seen(request: 1, items: 1, response: 7), Seen(request: 2, items: 1, response: 7),
    ]
    let found = try #require(stop(pages))
    #expect(found.page == 2 && found.kind == .repeatedResponse)
    #expect(
      stop([Seen(request: 1, items: 1, response: 7), Seen(request: 2, items: 1, response: 8)])
        == nil)
  }

  @Test func pageLoadedAgainIsNone() {
    var loops = LoopGuard()
    let trace = LoopGuard.Trace(request: 1, items: 1, identities: nil, isEmpty: false, response: 1)
    loops.remember(page: 1, trace: trace)
    #expect(loops.repetition(page: 1, trace: trace, isComputed: true, isBounded: false) == nil)
    #expect(!loops.repeatsItems(page: 1, trace: trace))
    #expect(loops.repeatsItems(page: 2, trace: trace))
  }

  // MARK: Fingerprints

  @Test func fingerprintsDifferByContentLengthAndOrder() {
    func value(_ parts: String...) -> UInt64 {
      var fingerprint = Fingerprint()
      for part in parts { fingerprint.add(part) }
      return fingerprint.value
    }
    #expect(value("abc") == value("abc"))
    let all = [
      value(), value(""), value("a"), value("b"), value("ab"), value("a", "b"), value("b", "a"),
      value("abcdefgh"), value("abcdefghi"), value("abcdefg"), value("hgfedcba"), value("\0"),
      value("\0\0"), value("a\0"),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func fingerprintOfAPartIsThatOfItsBytes() {
    let bytes = Array("....needle in a haystack....".utf8)
    var part = Fingerprint()
    part.add(bytes, 4..<24)
    var whole = Fingerprint()
    whole.add("needle in a haystack")
    #expect(part == whole)
  }

  @Test func similarTextsDoNotCollide() {
    var seen: Set<UInt64> = []
    for number in 0..<50_000 {
      var fingerprint = Fingerprint()
      fingerprint.add("{\"id\":\(number)}")
      seen.insert(fingerprint.value)
    }
    #expect(seen.count == 50_000)
  }
}
