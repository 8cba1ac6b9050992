import Text

/// Steps through one JSON text that is too long to be held: members and elements one by one, each
/// validated, in a window of bytes that moves on.
///
///     {"log": {"version": "1.2", "entries": [{...}, {...}]}}
///
/// `openObject()`, `nextKey()` "log", `openObject()`, `nextKey()` "version", `value()`, `nextKey()`
/// "entries", `openArray()`, `nextElement()` true, `value()`, ... until `nextElement()` is false;
/// the rest is left alone until `nextKey()` continues. The window is as long as the longest value.
package struct JSONWindow {
  /// The bytes that are held. The slices of the latest value count from their start.
  private var bytes: [UInt8] = []
  /// The number of bytes of the text before these.
  package private(set) var base = 0
  /// The offset in the bytes at which reading continues.
  private var place = 0
  private var isComplete = false
  /// An entry is before the next one in the same container.
  private var needsComma = false
  private let depthMax: Int
  private let more: () -> [UInt8]?

  /// `more` gives the text's next bytes, nil at its end.
  package init(depthMax: Int = JSONDocument.depthMaxDefault, more: @escaping () -> [UInt8]?) {
    self.depthMax = depthMax
    self.more = more
  }

  /// The byte that the next value begins with, after a byte order mark at the text's beginning.
  private mutating func peek() -> UInt8 {
    if base == 0, place == 0 {
      while bytes.count < 3, !isComplete { fill() }
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }
    while true {
      var scanner = JSONScanner(depthMax: depthMax)
      place = scanner.skipBlanks(bytes.span, place)
      if place < bytes.count || isComplete { return bytes.span.byte(at: place) }
      fill()
    }
  }

  /// Goes into the object that comes next; false, and nowhere, where another value does.
  package mutating func openObject() -> Bool { open(ASCII.leftBrace) }

  /// Goes into the array that comes next; false, and nowhere, where another value does.
  package mutating func openArray() -> Bool { open(ASCII.leftBracket) }

  private mutating func open(_ bracket: UInt8) -> Bool {
    guard peek() == bracket else { return false }
    place += 1
    needsComma = false
    return true
  }

  /// The key of the object's next member; the caller must read or enter its value next. The key is
  /// nil after the last member, and after the object.
  package mutating func nextKey() throws(JSONSyntaxError) -> String? {
    guard try nextEntry(ASCII.rightBrace) else { return nil }
    guard peek() == ASCII.quote else { throw failure() }
    let slice = try scan(nil).root
    let key = JSONDocument(bytes, root: slice, hasLineBreaks: false).string(slice) ?? ""
    guard peek() == ASCII.colon else { throw failure() }
    place += 1
    return key
  }

  /// True when the array has another element, which must be read next; false after the array.
  package mutating func nextElement() throws(JSONSyntaxError) -> Bool {
    try nextEntry(ASCII.rightBracket)
  }

  private mutating func nextEntry(_ closing: UInt8) throws(JSONSyntaxError) -> Bool {
    let byte = peek()
    if byte == closing {
      place += 1
      needsComma = true
      return false
    }
    guard needsComma else { return true }
    guard byte == ASCII.comma else { throw failure() }
    place += 1
    needsComma = false
    return true
  }

  /// Reads the next value.
  ///
  /// The document lends the window's bytes: what needs it must be done before the next step.
  package mutating func value() throws(JSONSyntaxError) -> JSONDocument {
    let root = try scan(nil).root
    return JSONDocument(bytes, root: root, hasLineBreaks: false)
  }

  /// Reads the next value and picks out what the plan's captures name: their slices by slot
  /// number. Paths of keys alone are followed.
  package mutating func value(
    _ plan: JSONPlan
  ) throws(JSONSyntaxError) -> (document: JSONDocument, slots: [JSONSlice]) {
    let (root, cells) = try scan(plan)
    return (
      JSONDocument(bytes, root: root, hasLineBreaks: false), plan.targets.map { cells[$0.cell] }
    )
  }

  /// Checks that nothing but blanks follows.
  package mutating func finish() throws(JSONSyntaxError) {
    _ = peek()
    guard place == bytes.count else { throw JSONSyntaxError(.trailingBytes, base + place) }
  }

  /// True when the text ends at most this many bytes after an offset.
  package func isNearEnd(_ offset: Int, _ bytesMax: Int) -> Bool {
    isComplete && base + bytes.count - offset <= bytesMax
  }

  private mutating func scan(
    _ plan: JSONPlan?
  ) throws(JSONSyntaxError) -> (root: JSONSlice, cells: [JSONSlice]) {
    _ = peek()
    while true {
      do throws(JSONSyntaxError) {
        let found = try scanHeld(plan)
        // A number may have further digits after the window.
        if Int(found.root.end) < bytes.count || isComplete {
          place = Int(found.root.end)
          needsComma = true
          return found
        }
      } catch {
        guard error.reason == .unexpectedEnd, !isComplete else {
          throw JSONSyntaxError(error.reason, base + error.offset)
        }
      }
      fill()
    }
  }

  private mutating func scanHeld(
    _ plan: JSONPlan?
  ) throws(JSONSyntaxError) -> (root: JSONSlice, cells: [JSONSlice]) {
    var scanner = JSONScanner(depthMax: depthMax)
    guard let plan else {
      return (try scanner.scanValue(bytes.span, place, depth: 0), [])
    }
    var cells: [JSONSlice] = Array(repeating: .absent, count: plan.trie.cellCount)
    var lists: [ListFill] = []
    var filled = cells.mutableSpan
    var trail = MemberTrail()
    let root = try scanner.scanValue(
      bytes.span, place, depth: 0, plan.trie, node: 0, cells: &filled, base: 0, trail: &trail,
      lists: &lists)
    return (root, cells)
  }

  private func failure() -> JSONSyntaxError {
    place < bytes.count
      ? JSONSyntaxError(.unexpectedByte, base + place)
      : JSONSyntaxError(.unexpectedEnd, base + bytes.count)
  }

  /// Drops the bytes already read, then reads at least as many as remain, so that a long value is
  /// not scanned over and over.
  private mutating func fill() {
    if place > 3 || base > 0 {
      base += place
      bytes.removeFirst(place)
      place = 0
    }
    let wanted = bytes.count * 2
    repeat {
      guard let chunk = more() else {
        isComplete = true
        return
      }
      bytes += chunk
    } while bytes.count < wanted
  }
}
