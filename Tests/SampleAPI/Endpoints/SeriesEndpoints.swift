import DemoAPI
internal import JSON
import Text

/// Endpoints whose lists one walk cannot get: a search that gives a part of what it finds, and a
/// list of its own for each article.
enum SeriesEndpoints {
  /// Most articles that a search returns.
  private static let foundMax = 100

  /// `{"total_count": 250, "items": [...]}`: the articles published from one date or time to
  /// another, both included. `total_count` counts all of them, and pages end at the ceiling.
  static func find(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["per_page", "limit"])
    let page = try exchange.page(size: size)
    let found = try exchange.published()
    let ceiling = exchange.options.ceiling ?? foundMax
    _ = exchange.decideFaults(pageIndex: page.start / size)
    guard page.start < ceiling else { throw .pastEnd(422) }
    let listing = Listing(total: found.count, size: size, start: page.start)
    let shown = listing.range.clamped(to: 0..<ceiling)
    let first = found.lowerBound
    return .json { writer in
      if exchange.options.statesTotals { writer.member("total_count", found.count) }
      writer.key("items")
      writer.raw(
        [UInt8(ascii: "[")]
          + exchange.articles.json(first + shown.lowerBound..<first + shown.upperBound)
          + [UInt8(ascii: "]")])
    }
  }

  /// `{"articles": [{"id": 1, ..., "replies": {"items": [...], "more": true, "next":
  /// "/replies?article=1&page=2"}}]}`: each article with its first replies.
  static func threads(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange, by: .client)
    let articles = exchange.indices(page.listing).map { index in
      let replies = replies(to: index + 1, start: 0).text
      return exchange.articles.json(index..<index + 1).dropLast()
        + Array(",\"replies\":\(replies)}".utf8)
    }
    return .json { writer in
      writer.raw(
        "articles",
        [UInt8(ascii: "[")] + articles.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
      if exchange.options.statesTotals { writer.member("total", page.listing.total) }
    }
  }

  /// A page of the replies to an article, as `threads` has the first one.
  static func replies(_ exchange: inout Exchange) throws(Refusal) -> Response {
    guard let article = try exchange.number("article"), (1..<exchange.total + 1).contains(article)
    else { throw .invalid("article", "the id of an article") }
    let page = try exchange.page(size: repliesOnPage)
    _ = exchange.decideFaults(pageIndex: page.start / repliesOnPage)
    return .json(replies(to: article, start: page.start).bytes)
  }

  /// Replies on a page of them, and most of an article.
  private static let repliesOnPage = 2
  private static let repliesBound = 6

  private static func replies(to article: Int, start: Int) -> JSONValue {
    var random = SplitMix64(state: UInt64(article))
    let listing = Listing(
      total: random.next(below: repliesBound), size: repliesOnPage, start: start)
    let items = listing.range.map { number -> JSONValue in
      [
        "id": .integer(article * repliesBound + number),
        "text": .string(texts[(article + number) % texts.count]),
      ]
    }
    let next = listing.next.map { "/replies?article=\(article)&page=\($0 / repliesOnPage + 1)" }
    return [
      "items": .array(items), "more": .boolean(next != nil),
      "next": next.map { .string($0) } ?? .null,
    ]
  }

  private static let texts = ["Fine.", "Where was this?", "More of these, please.", "I was there."]
}

extension Exchange {
  /// The places of the articles published between the parameters `from` and `to`; without one, from
  /// the first or up to the last.
  fileprivate func published() throws(Refusal) -> Range<Int> {
    let (first, last) = (try moment("from"), try moment("to"))
    let begin = first.map { first in place { $0 < first.first } } ?? 0
    let end = last.map { last in place { $0 <= last.last } } ?? total
    return begin..<max(begin, end)
  }

  /// The place of the first article that was not published `early`; later ones have larger ids.
  private func place(_ isEarly: (Int) -> Bool) -> Int {
    (0..<total).frontCount { isEarly(Article.publishedSeconds(id: $0 + 1)) }
  }

  /// The first and the last second of a date or time in UTC, since 1970.
  private func moment(_ name: String) throws(Refusal) -> (first: Int, last: Int)? {
    guard let text = parameter(name) else { return nil }
    let bytes = Array(text.utf8)
    let digits = bytes.filter(ASCII.isDigit).map { Int($0) - 0x30 }
    let isDate = bytes.count == 10 && digits.count == 8
    let isTime = bytes.count == 20 && digits.count == 14 && bytes.last == UInt8(ascii: "Z")
    let number = { (range: Range<Int>) in digits[range].reduce(0) { $0 * 10 + $1 } }
    guard isDate || isTime, (1...12).contains(number(4..<6)), (1...31).contains(number(6..<8))
    else {
      throw .invalid(name, "a date, or a time that ends in Z")
    }
    let day = CalendarTime.epochSeconds(
      year: number(0..<4), month: number(4..<6), day: number(6..<8))
    if isDate { return (day, day + 86_399) }
    let second = day + number(8..<10) * 3_600 + number(10..<12) * 60 + number(12..<14)
    return (second, second)
  }
}
