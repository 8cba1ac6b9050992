import Testing

@testable import RPC

@Suite struct HeaderSearchTests {
  private static let words = "Content-Length:"

  @Test("The words are found at every place and in every case", arguments: 0..<40)
  func first(_ place: Int) {
    for words in [Self.words, Self.words.lowercased(), Self.words.uppercased()] {
      for filler in ["x", "c", "n", ":", "-", "t", "\r"] {
        let bytes = Array((String(repeating: filler, count: place) + words + filler).utf8)
        #expect(HeaderSearch.first(bytes.span, in: 0..<bytes.count) == place)
        #expect(HeaderSearch.first(bytes.span, in: place..<bytes.count) == place)
        #expect(HeaderSearch.first(bytes.span, in: (place + 1)..<bytes.count) == nil)
        #expect(HeaderSearch.first(bytes.span, in: 0..<(place + words.utf8.count - 1)) == nil)
      }
    }
  }

  @Test(
    "What only looks like the words is not found",
    arguments: [
      "", ":", "Content-Length", "Content-Length :", "Content Length:", "Content\rLength:",
      "Content-Lengths:", "ContentLength:", "Content-Lengt", "ontent-Length:",
      "Content-\u{0C}ength:",
    ])
  func nothing(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(HeaderSearch.first(bytes.span, in: 0..<bytes.count) == nil)
  }

  @Test("The first of several is found")
  func several() {
    let bytes = Array("Content-Content-Length: content-length:".utf8)
    #expect(HeaderSearch.first(bytes.span, in: 0..<bytes.count) == 8)
  }

  @Test("A tail is a beginning of the words that stands at the end", arguments: 0..<15)
  func tail(_ count: Int) {
    for start in ["", "{\"a\":", "cccc", "Content-Length"] {
      let bytes = Array((start + Self.words.prefix(count)).utf8)
      let expected =
        count > 0 ? start.utf8.count : start == "cccc" ? 3 : start.hasPrefix("C") ? 0 : nil
      #expect(HeaderSearch.tail(bytes.span, in: 0..<bytes.count) == expected)
    }
    #expect(HeaderSearch.tail(Array("Cont".utf8).span, in: 4..<4) == nil)
  }
}
