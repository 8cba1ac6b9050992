import TestSupport
import Testing

@testable import Sessions

struct PlacesTests {
  /// The obvious way: every page's size in a list.
  private struct Reference {
    var firstPage: Int
    var perPage: Int
    var sizes: [Int: Int] = [:]

    func start(of page: Int) -> Int {
      page <= firstPage ? 0 : (firstPage..<page).reduce(0) { $0 + (sizes[$1] ?? perPage) }
    }

    func page(of index: Int) -> Int {
      var page = firstPage
      var end = sizes[page] ?? perPage
      while end <= index {
        page += 1
        end += sizes[page] ?? perPage
      }
      return page
    }
  }

  @Test func evenPages() {
    let places = Places(firstPage: 1)
    #expect((1...4).map { places.start(of: $0, perPage: 6) } == [0, 6, 12, 18])
    #expect([0, 5, 6, 47, 48].map { places.page(of: $0, perPage: 6) } == [1, 1, 2, 8, 9])
    #expect(places.drift == 0)
  }

  @Test func pagesBeforeTheFirstBeginAtZero() {
    let places = Places(firstPage: 10)
    #expect([9, 10, 11].map { places.start(of: $0, perPage: 10) } == [0, 0, 10])
    #expect(places.page(of: 95, perPage: 10) == 19)
  }

  @Test func hugeNumbersDoNotTrap() {
    let places = Places(firstPage: 1)
    #expect(places.start(of: 1_000_000_000_000, perPage: Int.max / 2) == Int.max)
    #expect(places.start(of: -1_000_000_000_000, perPage: Int.max / 2) == 0)
    #expect(places.page(of: Int.max, perPage: 1_000_000) > 1)
  }

  @Test func pageNotedAgainReplacesItsSize() {
    var places = Places(firstPage: 1)
    places.note(2, items: 5)
    places.note(2, items: -1)
    #expect(places.start(of: 3, perPage: 2) == 3 && places.drift == -1)
    places.note(2, items: 0)
    #expect(places.start(of: 3, perPage: 2) == 4 && places.drift == 0)
  }

  @Test func anchoredPageBeginsWhereItIsSaid() {
    var places = Places(firstPage: 1)
    places.anchor(4, at: 50)
    #expect((1...6).map { places.start(of: $0, perPage: 10) } == [0, 30, 40, 50, 60, 70])
    #expect(
      [0, 29, 30, 49, 50, 60].map { places.page(of: $0, perPage: 10) } == [1, 1, 2, 3, 4, 5])
    places.note(2, items: 7)
    places.note(4, items: -5)
    #expect(places.start(of: 4, perPage: 10) == 50 && places.start(of: 5, perPage: 10) == 55)
    #expect(places.page(of: 55, perPage: 10) == 5)
  }

  @Test func pagesBeforeTheAnchorHavePlacesOfTheirOwn() {
    var random = SeededGenerator()
    for _ in 0..<100 {
      let perPage = Int.random(in: 1...7, using: &random)
      let anchored = Int.random(in: 2...9, using: &random)
      var (places, reference) = (Places(firstPage: 1), Reference(firstPage: 1, perPage: perPage))
      let sizes = (1..<anchored).map { _ in Int.random(in: 0...(perPage * 3), using: &random) }
      let start = sizes.reduce(0, +)
      places.anchor(anchored, at: start, usual: (anchored - 1) * perPage)
      for (index, size) in sizes.enumerated() {
        places.note(index + 1, items: size - perPage)
        reference.sizes[index + 1] = size
      }
      for page in 1...(anchored + 3) {
        let expected =
          page < anchored ? reference.start(of: page) : start + (page - anchored) * perPage
        #expect(places.start(of: page, perPage: perPage) == expected, "seed \(random.seed)")
      }
      for index in 0..<start {
        #expect(
          places.page(of: index, perPage: perPage) == reference.page(of: index),
          "seed \(random.seed), index \(index)")
      }
      #expect(places.drift == 0)
    }
  }

  @Test func anchorBelowItsEvenPlaceSqueezesWhatIsBefore() {
    var places = Places(firstPage: 1)
    places.anchor(1_000_000_000_000, at: 12)
    #expect(places.start(of: 2, perPage: 10) == 0)
    #expect(places.page(of: 0, perPage: 10) == 999_999_999_998)
    #expect(places.page(of: 12, perPage: 10) == 1_000_000_000_000)
  }

  @Test func everyIndexIsOnThePageThatHoldsIt() {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let firstPage = Int.random(in: -1...3, using: &random)
      let perPage = Int.random(in: 1...7, using: &random)
      var places = Places(firstPage: firstPage)
      var reference = Reference(firstPage: firstPage, perPage: perPage)
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let page = firstPage + Int.random(in: 0...15, using: &random)
        let size = Int.random(in: 0...(perPage * 3), using: &random)
        places.note(page, items: size - perPage)
        reference.sizes[page] = size
        for other in firstPage...(firstPage + 18) {
          #expect(
            places.start(of: other, perPage: perPage) == reference.start(of: other),
            "seed \(random.seed)")
        }
        for index in 0...(perPage * 20) {
          #expect(
            places.page(of: index, perPage: perPage) == reference.page(of: index),
            "seed \(random.seed), index \(index), \(reference)")
        }
      }
      let sum = reference.sizes.values.reduce(0) { $0 + $1 - perPage }
      #expect(places.drift == sum, "seed \(random.seed)")
    }
  }
}
