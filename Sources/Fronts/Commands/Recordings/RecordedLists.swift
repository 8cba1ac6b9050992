import HTTP
import Pagination
import Recording
import Secrets
import Server
import Sessions
import System

/// A list that a recording has pages of.
struct RecordedList {
  /// The first request of its walk.
  let exchange: ListedExchange
  let pages: Int
  let strategy: String
  /// The walk came to an end; else to a page that is not recorded.
  let isWhole: Bool
  /// The entries that have answered.
  let entries: Set<Int>

  /// The first request's URL, safe to show.
  var shownURL: String { Redactor().mask(url: HarmlessURL.text(exchange.url)) }
}

/// Finds the lists of a recording: each response that may be a page is the beginning of a walk, on
/// which detection finds out how it pages. What a walk has used begins no other one.
struct RecordedLists {
  private let contents: Playback
  private(set) var lists: [RecordedList] = []
  /// Requests that were the beginning of a walk, or a page of one: method, URL and body.
  private var seen: Set<[[UInt8]]> = []

  /// The maximum number of walks that are tried; a recording with more lists is a crawl.
  static let walksMax = 1_000
  /// Pages of one walk that are counted.
  static let pagesMax = 100_000

  private static let scheduler = SystemScheduler(waits: false)

  private static func key(_ exchange: ListedExchange) -> [[UInt8]] {
    [Array(exchange.method.utf8), Array(exchange.url.utf8), exchange.body]
  }

  init(_ contents: Playback) {
    self.contents = contents
    var walks = 0
    for number in contents.numbers where walks < RecordedLists.walksMax {
      guard let exchange = contents.exchange(number), exchange.isJSON,
        exchange.status?.isSuccess == true || exchange.status == 304,
        seen.insert(RecordedLists.key(exchange)).inserted
      else { continue }
      walks += 1
      if let list = RecordedLists.walk(exchange, contents) { take(list) }
    }
  }

  /// Takes a list in, in place of those that are parts of it.
  private mutating func take(_ list: RecordedList) {
    for number in list.entries {
      if let exchange = contents.exchange(number) { seen.insert(RecordedLists.key(exchange)) }
    }
    lists.removeAll { $0.entries.isSubset(of: list.entries) }
    lists.append(list)
  }

  // MARK: One walk

  /// The list that an exchange begins; nil if it does not begin one, or if the list does not page.
  private static func walk(_ exchange: ListedExchange, _ contents: Playback) -> RecordedList? {
    guard
      let (settings, parameters) = try? SettingsReader.settings(
        RecordedCommand.parameters(of: exchange))
    else { return nil }
    let replayer = Replayer(contents)
    let session = Session(
      id: "recordings", settings: settings, parameters: parameters,
      environment: SessionEnvironment(
        client: replayer, scheduler: scheduler, random: { 0 }, host: SilentHost()))
    let outcome = Guarded<Result<WalkSummary, LoadFailure>?>(nil)
    session.walk(
      WalkOrder(pagesMax: pagesMax, itemsMax: nil, concurrency: 1, deliver: { _ in }, report: nil)
    ) { result in
      outcome.withLock { $0 = result }
      outcome.notify()
    }
    let result = outcome.wait { $0 }
    session.close()
    guard case .success(let summary) = result, summary.pages > 0 else { return nil }
    let snapshot = summary.snapshot
    let isUndetected = snapshot.warnings.contains { $0.kind == .undetected }
    guard !isUndetected, snapshot.request.strategy != "single", snapshot.request.strategy != "auto"
    else {
      return nil
    }
    return RecordedList(
      exchange: exchange, pages: summary.pages, strategy: snapshot.request.strategy,
      isWhole: summary.verdict != .partial, entries: replayer.usedEntries)
  }
}

/// A host without a client.
private struct SilentHost: SessionHost {}
