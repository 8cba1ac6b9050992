import Sessions
import Testing

@testable import Commands

/// What the line on the terminal says while a walk runs.
struct ProgressLineTests {
  static func text(
    _ progress: WalkProgress?, waiting: PageQueue.Waiting? = nil, itemsMax: Int? = nil,
    earlier: Int = 0, atSeconds now: Double
  ) -> String {
    var line = ProgressLine(beganSeconds: 0, earlierItems: earlier, itemsMax: itemsMax)
    var arrivals = PageQueue.Arrivals()
    arrivals.progress = progress
    arrivals.waiting = waiting
    line.take(arrivals)
    return line.text(nowSeconds: now)
  }

  static func progress(_ pages: Int, _ items: Int, of count: Int?, at position: Int? = nil)
    -> WalkProgress
  {
    WalkProgress(
      pages: pages, items: items, pageCount: nil, objectCount: count, position: position ?? items)
  }

  @Test func aKnownTotalIsABarWithTheTimeThatIsLeft() {
    let text = Self.text(Self.progress(6, 1_500, of: 2_500), atSeconds: 2)
    #expect(text == "[############--------]  60%  1500 of 2500 items, 750 a second, 1 s to go")
  }

  @Test func anUnknownTotalCountsItemsAndPages() {
    let text = Self.text(Self.progress(3, 75, of: nil), atSeconds: 1)
    #expect(text == "75 items, page 3, 75 a second")
  }

  @Test func theMaximumIsTheTotalWhereItIsLess() {
    let text = Self.text(Self.progress(1, 25, of: 250), itemsMax: 50, atSeconds: 1)
    #expect(text.contains("25 of 50 items"))
    #expect(text.contains(" 50%"))
  }

  @Test func oneItemIsOneItem() {
    #expect(Self.text(nil, itemsMax: 1, atSeconds: 1).contains("0 of 1 item,"))
    #expect(Self.text(Self.progress(1, 1, of: nil), atSeconds: 1).hasPrefix("1 item, page 1"))
  }

  @Test func earlierRunsCount() {
    let text = Self.text(nil, earlier: 40, atSeconds: 1)
    #expect(text.hasPrefix("40 items"))
  }

  @Test func waitingSaysHowLongAndWhy() {
    let text = Self.text(
      Self.progress(1, 25, of: 250),
      waiting: .init(cause: .init(seconds: 11, reason: "rate limit"), untilSeconds: 12.2),
      atSeconds: 2)
    #expect(text.hasSuffix("waiting 11 s: rate limit"))
  }

  @Test func waitingForATokenSaysSo() {
    let text = Self.text(nil, waiting: .init(cause: .token, untilSeconds: .infinity), atSeconds: 2)
    #expect(text.hasSuffix("waiting for a token"))
  }
}
