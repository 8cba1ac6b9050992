import Pagination
import Text

/// Links that can be predicted, so that pages of an API with links can be fetched many at once: two
/// links that differ in one number.
///
///     page 1: /a?page=1    next: /a?page=2    last: /a?page=40     pages 3 to 40 are known
///
/// A plan is never trusted: a page counts only where the page before it led to the same link.
struct LinkPlan: Sendable, Equatable {
  private let head: String
  private let tail: String
  /// A page with the number in its link.
  private let page: Int
  private let number: Int
  private let step: Int
  /// The last page that the API has reported.
  let lastPage: Int

  /// The plan after a page, as far as its link can be predicted.
  init?(after page: Page, lastPage: Int?) {
    guard case .position(.link(let link)) = page.reading.neighbours.next, link.method == nil,
      link.headers.isEmpty, link.body == nil
    else { return nil }
    self.init(
      page: page.number, current: page.source.requestURL, next: link.url,
      last: page.reading.neighbours.last, lastPage: lastPage)
  }

  /// The plan after a page that has been read; nil where links say nothing of others. `current`:
  /// what led to the page; `lastPage`: as counts say.
  init?(page: Int, current: String, next: String, last: String?, lastPage: Int?) {
    let target = last ?? current
    guard let (head, tail) = LinkPlan.frame(next, target),
      let number = LinkPlan.number(in: next, head, tail),
      let other = LinkPlan.number(in: target, head, tail)
    else { return nil }
    let before = LinkPlan.number(in: current, head, tail)
    let (step, isNegative) = before.map { number.subtractingReportingOverflow($0) } ?? (1, false)
    // A first page without a number in its link is followed by the second.
    guard step > 0, !isNegative, before != nil || number <= 2 else { return nil }
    let (distance, overflow) = other.subtractingReportingOverflow(number)
    if last != nil, !overflow, distance > 0, distance % step == 0 {
      self.lastPage = page + 1 + distance / step
    } else if last == nil, let lastPage, step == 1, number == page + 1, lastPage > number {
      self.lastPage = lastPage
    } else {
      return nil
    }
    self.head = head
    self.tail = tail
    self.page = page + 1
    self.number = number
    self.step = step
  }

  /// The link of a page from the planned ones.
  func url(of page: Int) -> String { "\(head)\(number + (page - self.page) * step)\(tail)" }

  /// Returns the text that two texts share before and after one number.
  private static func frame(_ one: String, _ other: String) -> (head: String, tail: String)? {
    let one = Array(one.utf8)
    let other = Array(other.utf8)
    guard one != other else { return nil }
    var start = zip(one, other).prefix { $0 == $1 }.count
    while start > 0, ASCII.isDigit(one[start - 1]) { start -= 1 }
    let (rest, others) = (one[start...].reversed(), other[start...].reversed())
    var length = zip(rest, others).prefix { $0 == $1 }.count
    while length > 0, ASCII.isDigit(one[one.count - length]) { length -= 1 }
    return (
      String(decoding: one[..<start], as: UTF8.self),
      String(decoding: one[(one.count - length)...], as: UTF8.self)
    )
  }

  /// The number between a head and a tail, if that is all there is.
  private static func number(in text: String, _ head: String, _ tail: String) -> Int? {
    guard text.utf8.count > head.utf8.count + tail.utf8.count, text.hasPrefix(head),
      text.hasSuffix(tail)
    else { return nil }
    let middle = text.utf8.dropFirst(head.utf8.count).dropLast(tail.utf8.count)
    guard middle.allSatisfy(ASCII.isDigit), middle.count <= 15,
      let number = Int(String(middle) ?? ""),
      middle.count == 1 || middle.first != UInt8(ascii: "0")
    else { return nil }
    return number
  }
}
