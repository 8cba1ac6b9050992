import Sessions
import System
import Text
import Wire

/// The line on the terminal that shows how far a walk is.
///
///     [############--------]  60%  1500 of 2500 items, 740 a second, 2 s to go
///
/// Drawn over itself, at most so often as one can read it.
struct ProgressLine {
  /// The least seconds between two drawings of the line, and the most while nothing arrives.
  static let intervalSeconds = 0.1
  private static let barColumns = 20
  private static let columnsDefault = 80

  private let beganSeconds: Double
  private var drawnSeconds = -Double.infinity
  private var isShown = false
  private var latest: WalkProgress?
  private var waiting: PageQueue.Waiting?
  /// Items delivered in runs before this one, and the most that are wanted in all.
  private let earlierItems: Int
  private let itemsMax: Int?
  /// The values whose lists have ended, and how many there are; nil: there is one list.
  private var values: (done: Int, count: Int?)?

  /// `values`: how many lists there are, where there are many.
  init(beganSeconds: Double, earlierItems: Int, itemsMax: Int?, values: Int?? = nil) {
    self.values = values.map { (0, $0) }
    self.beganSeconds = beganSeconds
    self.earlierItems = earlierItems
    self.itemsMax = itemsMax
  }

  /// True when someone can see it: standard error is a terminal, and no items go there.
  static func isWanted(itemsGoToStandardOutput: Bool) -> Bool {
    guard Descriptor.isTerminal(Terminal.errors) else { return false }
    return !(itemsGoToStandardOutput && Descriptor.isTerminal(Terminal.output))
  }

  mutating func take(_ arrivals: PageQueue.Arrivals) {
    for case .part in arrivals.steps { values?.done += 1 }
    if let progress = arrivals.progress {
      latest = progress
      if waiting?.untilSeconds == .infinity { waiting = nil }
    }
    if let waiting = arrivals.waiting { self.waiting = waiting }
  }

  /// Draws the line, unless it was drawn just now.
  mutating func draw(nowSeconds: Double) {
    guard nowSeconds - drawnSeconds >= ProgressLine.intervalSeconds else { return }
    drawnSeconds = nowSeconds
    isShown = true
    let columns = Descriptor.columns(Terminal.errors) ?? ProgressLine.columnsDefault
    let text = text(nowSeconds: nowSeconds).prefix(max(1, columns - 1))
    Terminal.write("\r\(text)\u{1B}[K", to: Terminal.errors)
  }

  /// Takes the line away.
  mutating func clear() {
    guard isShown else { return }
    isShown = false
    Terminal.write("\r\u{1B}[K", to: Terminal.errors)
  }

  /// The line without its control characters.
  func text(nowSeconds: Double) -> String {
    var parts: [String] = []
    let items = latest?.items ?? 0
    let rate = Double(items) / max(nowSeconds - beganSeconds, 0.001)
    let done = min(latest?.position ?? earlierItems, total ?? Int.max)
    if let values {
      parts.append(
        values.count.map { "\(bar(min(values.done, $0), of: max(1, $0)))  \(values.done) of \($0)" }
          ?? "\(values.done)")
      parts[0] += " values"
      parts.append(ShownText.count(earlierItems + items, "item"))
    } else if let total, total > 0 {
      parts.append("\(bar(done, of: total))  \(done) of \(ShownText.count(total, "item"))")
    } else {
      parts += [ShownText.count(earlierItems + items, "item"), "page \(latest?.pages ?? 0)"]
    }
    if let waiting, waiting.untilSeconds > nowSeconds {
      parts.append(waiting.cause.message(secondsLeft: waiting.untilSeconds - nowSeconds))
    } else {
      parts.append(WalkProgress.pace(rate, left: values == nil ? total.map { $0 - done } : nil))
    }
    return parts.joined(separator: ", ")
  }

  private func bar(_ done: Int, of total: Int) -> String {
    let share = Double(done) / Double(total)
    let cells = Int(share * Double(ProgressLine.barColumns))
    let percent = String(Int(share * 100))
    return "[" + String(repeating: "#", count: cells)
      + String(repeating: "-", count: ProgressLine.barColumns - cells) + "] "
      + String(repeating: " ", count: max(0, 3 - percent.count)) + percent + "%"
  }

  /// The total number of items to come, if known.
  private var total: Int? {
    guard let count = latest?.objectCount else { return itemsMax }
    return min(count, itemsMax ?? count)
  }
}
