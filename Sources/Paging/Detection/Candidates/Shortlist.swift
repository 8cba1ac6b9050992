import JSON
import Pagination

/// The candidates in the order in which they are tried, and what the second page has said of them.
///
/// The best candidate is tried first. Where nothing says whether the first page is number 0 or 1,
/// it is listed twice: page 1 is requested, which is another page than the first only where pages are
/// counted from 0. Of a name that is a guess, page 2 is requested first: it brings something only
/// where that is the name. Candidates that the second page has refuted go after the others.
package struct Shortlist: Sendable {
  private struct Entry: Sendable {
    var candidate: Candidate
    /// True when a recording is replayed and lacks the second page as this candidate requests it.
    var isUnrecorded = false
    /// It is another one without its page size, for a recording.
    var isSizeless = false
    /// A page has shown that its parameter has the right name.
    var isNamed = false
    /// It counts pages from 1, while the same from 0 is tried.
    var isFromOne = false
  }

  /// Best first; those that are refuted are at the end.
  private var entries: [Entry]
  /// The number of refuted entries, which are at the end.
  private var refutedCount = 0
  /// True when a recording is replayed and has no candidate's second page.
  package private(set) var isUnrecorded = false
  /// True when page 1 was requested to see whether pages count from 0, and no page came.
  package private(set) var isBaseUnseen = false

  /// Most candidates with evidence that are tried: a wrong one costs a request.
  static let triesMax = 2
  /// Most candidates that are tried, including those whose names are guesses.
  static let guessesMax = 4

  package init(_ candidates: [Candidate]) {
    entries = candidates.map { Entry(candidate: $0) }
    settleBase()
  }

  /// The candidate to use; nil if no candidate is worth a try.
  package private(set) var best: Candidate? {
    get { bestIndex.map { entries[$0].candidate } }
    set { if let bestIndex, let newValue { entries[bestIndex].candidate = newValue } }
  }

  /// The candidate that was refuted last.
  package var lastRefuted: Candidate? { refutedCount > 0 ? entries.last?.candidate : nil }

  /// True when one more candidate with evidence is left to try after the best one.
  package var hasAnother: Bool {
    refutedCount + 1 < Shortlist.triesMax && others.contains(where: \.isTrusted)
  }

  /// True when another candidate can decide the end of the list.
  package var hasAnotherEnd: Bool {
    refutedCount + 1 < Shortlist.guessesMax && others.contains(where: \.decidesEnd)
  }

  private var others: [Candidate] {
    entries.dropLast(refutedCount).indices.filter { $0 != bestIndex }.map { entries[$0].candidate }
  }

  /// All candidates, for those who ask: what has been proved is the first; else best first.
  package var candidates: [Candidate] {
    let listed = isUnrecorded ? entries : entries.filter { !$0.isUnrecorded }
    let isFound = listed.first.map { $0.candidate.isTrusted && !$0.candidate.isGuess } == true
    return listed.map(\.candidate).filter { candidate in
      !isFound || !candidate.isGuess || candidate.score <= Detector.refutedMax
    }
  }

  /// Moves the best candidate before the others, regardless of the evidence for them: the second
  /// page has proved it.
  package mutating func prove() {
    guard let bestIndex else { return }
    var entry = entries.remove(at: bestIndex)
    entry.candidate.prove()
    entries.insert(entry, at: 0)
  }

  /// Moves the best candidate after the others: the second page contradicts it.
  package mutating func refute(because reason: String, url: String) {
    guard let bestIndex else { return }
    var entry = entries.remove(at: bestIndex)
    entry.candidate.refute(because: reason, url: url)
    entries.append(entry)
    refutedCount += 1
    settleBase()
  }

  /// The name of the best candidate is right, and the page that came may be the third one: it is
  /// tried with pages counted from 0, then from 1. An offset that counts from 1 in the response alone is
  /// counted from 0, and any other one from 1.
  package mutating func settleOpenBase() {
    guard let bestIndex, var named = best else { return }
    named.isGuess = false
    if named.strategy == .offset { named.settings.firstOffset = named.placePath == nil ? 1 : nil }
    named.placePath = nil
    entries[bestIndex].candidate = named
    entries[bestIndex].isNamed = true
    settleBase()
  }

  /// The best candidate's offset counts pages. `number`: that of the first page.
  mutating func countPages(from number: Int) {
    guard let bestIndex, var candidate = best else { return }
    let offset = candidate.settings
    candidate.countPages()
    candidate.settings.position = offset.position ?? offset.usualPosition
    (candidate.settings.size, candidate.settings.more) = (offset.size ?? "limit", offset.more)
    candidate.settings.last = offset.last
    (candidate.firstPage, candidate.mayStartAtZero) = (number, false)
    entries[bestIndex] = Entry(candidate: candidate, isNamed: true)
  }

  /// The second page says nothing of the best candidate: it stays, with the reason.
  package mutating func keepUndecided(because reason: String, url: String) {
    best?.note(reason, url: url)
  }

  /// Skips the best candidate: a recording is replayed and lacks the second page as this candidate
  /// requests it. It may have the page without a size that the caller has not requested, or as the
  /// next candidate requests it. If it has neither, the first candidate is the best one again.
  package mutating func skipBest() {
    guard let index = bestIndex else { return }
    entries[index].isUnrecorded = true
    if !entries[index].isSizeless {
      let sizeless = entries[index].candidate.sizeless
      entries.insert(Entry(candidate: sizeless, isSizeless: true), at: index + 1)
    }
    guard bestIndex == nil else { return }
    isUnrecorded = true
    entries.removeAll(where: \.isSizeless)
    for index in entries.indices { entries[index].isUnrecorded = false }
  }

  /// Sends the page size in this parameter for the candidates whose next page the API gives; nil
  /// sends no size.
  package mutating func send(size name: String?) {
    for index in entries.indices where !entries[index].candidate.sizeNames.isEmpty {
      entries[index].candidate.settings.size = name
    }
  }

  /// Sends no page size for the candidates that count, as the API has refused the best one's; false where
  /// it has sent none.
  package mutating func leaveSize() -> Bool {
    guard let best, best.settings.isCounted, best.settings.size != "" else { return false }
    for index in entries.indices where entries[index].candidate.settings.isCounted {
      entries[index].candidate.settings.size = ""
    }
    return true
  }

  /// No total of items is read: what looks like one counts each page's own. False where none was.
  package mutating func forgetTotals() -> Bool {
    guard let best, best.counts.contains(where: { $0.target == .objectCount }) else { return false }
    for index in entries.indices {
      entries[index].candidate.counts.removeAll { $0.target == .objectCount }
    }
    return true
  }

  /// Has those that send many parameters send one, as the API has refused the best one's: it may not
  /// know them all. False where the best one is not to be tried again.
  package mutating func narrow() -> Bool {
    guard let best, best.sendsMany else { return false }
    for index in entries.indices where entries[index].candidate.sendsMany {
      let candidate = entries[index].candidate
      let first = candidate.parameters.members[0]
      let one = candidate.oneName.map { ($0, first.value) } ?? first
      entries[index].candidate.parameters =
        candidate.continuesLastItem ? JSONObject() : JSONObject([one])
    }
    return best.asksForOne
      || refutedCount + 1 < Shortlist.guessesMax && !others.contains(where: \.asksForOne)
  }

  /// The best candidate sends its position in these parameters.
  mutating func send(_ parameters: JSONObject) { best?.parameters = parameters }

  /// The best candidate's parameter has this name.
  mutating func settle(name: String) {
    best?.settings.parameters = [name]
    best?.parameters = JSONObject()
  }

  /// Nothing follows the first page: one response is all there is.
  package mutating func settleOnSingle() {
    guard let index = entries.firstIndex(where: { $0.candidate.strategy == .single }) else {
      return
    }
    var single = entries.remove(at: index).candidate
    single.prove()
    entries.insert(Entry(candidate: single), at: 0)
  }

  /// The best candidate makes no settings.
  package mutating func drop() {
    if let bestIndex { entries.remove(at: bestIndex) }
  }

  /// Few candidates are tried, and a few more whose names are guesses.
  private var bestIndex: Int? {
    let isBased = entries.contains(where: \.isFromOne)
    return entries.dropLast(refutedCount).firstIndex { entry in
      let candidate = entry.candidate
      if entry.isUnrecorded || entry.isNamed { return !entry.isUnrecorded }
      let isGuess = candidate.isGuess || candidate.decidesEnd
      let triesMax = isGuess ? Shortlist.guessesMax : Shortlist.triesMax + (isBased ? 1 : 0)
      return refutedCount < triesMax && (candidate.isTrusted || candidate.isWorthATry)
    }
  }

  /// True when page 1 is requested to see whether pages count from 0.
  package var asksForBase: Bool {
    best?.firstPage == 0 && entries.contains(where: \.isFromOne)
  }

  /// Page 1 came without items, or not at all.
  package mutating func missBase() { isBaseUnseen = true }

  private mutating func settleBase() {
    guard let bestIndex, var one = best, one.mayStartAtZero, !one.isGuess else { return }
    one.mayStartAtZero = false
    var zero = one
    (zero.firstPage, one.firstPage) = (0, 1)
    entries[bestIndex].candidate = one
    entries[bestIndex].isFromOne = true
    let isNamed = entries[bestIndex].isNamed
    entries.removeAll { $0.candidate.isAlike(zero) }
    let index = entries.firstIndex(where: \.isFromOne) ?? 0
    entries.insert(Entry(candidate: zero, isNamed: isNamed), at: index)
  }
}
