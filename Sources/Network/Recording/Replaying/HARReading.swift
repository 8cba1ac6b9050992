import JSON
import Text

/// The way through the text of a HAR file, from its first byte to its last:
///
///     {"log": {"version": "1.2", "creator": {"name": "Firefox"}, "entries": [{...}, {...}]}}
///
/// Everything else is checked and passed over.
struct HARReading {
  /// The facts in the file besides its entries.
  struct Facts: Sendable {
    /// The name in `log.creator`; nil if there is none before the entries.
    var creator: String?
    /// `log._repeat`.
    var isRepeated = false
    /// The part that the file lacks at its end; nil if it is complete.
    var tear: Replayer.Tear?
  }

  enum Failure: Error {
    case syntax(JSONSyntaxError)
    /// The member that is missing.
    case noHAR(member: String)
    case refused(RecordingError)
  }

  /// Handles an entry. Receives the document that lends its bytes, the values that the plan picks,
  /// and the document's offset in the file. The document must not be kept.
  typealias Take = (JSONDocument, [JSONSlice], _ base: Int) throws(RecordingError) -> Void

  private(set) var facts = Facts()
  private var window: JSONWindow
  private var isInEntries = false
  private var isInEntry = false
  private var hasLog = false
  private var hasEntries = false

  /// Bytes at the end of a file that a torn write may have left.
  private static let tailBytesMax = 64
  /// The creator of our own recordings.
  static let ownCreator = "paginator"

  init(_ window: JSONWindow) {
    self.window = window
  }

  /// Reads the whole file. A torn end of one of our own recordings is not a failure.
  mutating func read(_ plan: JSONPlan, take: Take) throws(Failure) {
    do throws(Failure) {
      try readRoot(plan, take)
    } catch .syntax(let error) where isTornEnd(error) {
      // The end of the file tears an entry, or what follows the last one.
      let isTornEntry = isInEntry || error.reason != .unexpectedEnd
      if isInEntries { facts.tear = isTornEntry ? .entry : .end }
    }
  }

  private func isTornEnd(_ error: JSONSyntaxError) -> Bool {
    guard facts.creator == HARReading.ownCreator, isInEntries || hasEntries else { return false }
    return error.reason == .unexpectedEnd || window.isNearEnd(error.offset, HARReading.tailBytesMax)
  }

  private mutating func readRoot(_ plan: JSONPlan, _ take: Take) throws(Failure) {
    if window.openObject() {
      while let key = try nextKey() {
        if key == "log", window.openObject() {
          hasLog = true
          try readLog(plan, take)
        } else {
          _ = try value()
        }
      }
    } else {
      _ = try value()
    }
    try mapError(Failure.syntax, window.finish())
    guard hasLog else { throw .noHAR(member: "log") }
    guard hasEntries else { throw .noHAR(member: "log.entries") }
  }

  private mutating func readLog(_ plan: JSONPlan, _ take: Take) throws(Failure) {
    while let key = try nextKey() {
      switch key {
      case "entries" where window.openArray():
        isInEntries = true
        try readEntries(plan, take)
        isInEntries = false
        hasEntries = true
      case "creator":
        let creator = try value()
        facts.creator = creator.member("name", of: creator.root).flatMap(creator.string)
      case "_repeat":
        let flag = try value()
        facts.isRepeated = flag.boolean(flag.root) == true
      default: _ = try value()
      }
    }
  }

  private mutating func readEntries(_ plan: JSONPlan, _ take: Take) throws(Failure) {
    while try mapError(Failure.syntax, window.nextElement()) {
      isInEntry = true
      let entry = try mapError(Failure.syntax, window.value(plan))
      isInEntry = false
      try mapError(Failure.refused, take(entry.document, entry.slots, window.base))
    }
  }

  // MARK: Steps

  private mutating func nextKey() throws(Failure) -> String? {
    try mapError(Failure.syntax, window.nextKey())
  }

  private mutating func value() throws(Failure) -> JSONDocument {
    try mapError(Failure.syntax, window.value())
  }
}
