package import JSON
import Text

/// A total that a response states: exact, or only a bound or an estimate.
package struct StatedTotal: Sendable, Equatable {
  package let count: Int
  package let isExact: Bool

  /// The total at a source; nil if there is none.
  ///
  ///     {"total": {"value": 10000, "relation": "gte"}}     at least 10000
  ///     {"total": "10000+"}                                at least 10000
  ///     {"total": 250, "totalIsEstimate": true}            an estimate
  ///     {"estimatedTotal": 250}                            an estimate
  ///     {"nbHits": 250, "exhaustiveNbHits": false}         an estimate (Algolia)
  ///     {"count": 250, "is_count_exact": false}            an estimate
  ///     {"total": 250, "totalAccuracy": "approximate"}     an estimate
  ///     {"total": 250, "total_capped": true}               at least 250
  init?(_ view: ResponseView, _ source: ValueSource) {
    self.init(view, source.path, view.value(source))
  }

  /// The total at a path that is not a setting.
  package init?(_ view: ResponseView, _ path: ValuePath) {
    self.init(view, path, view.value(at: path))
  }

  private init?(_ view: ResponseView, _ path: ValuePath, _ value: ReadValue) {
    if let text = value.string, let bound = StatedTotal.bound(text) {
      self.init(count: bound, isExact: false)
      return
    }
    guard let count = value.integer else { return nil }
    self.init(count: count, isExact: StatedTotal.isExact(view, path))
  }

  /// A total as it is.
  package init(count: Int, isExact: Bool) {
    self.count = count
    self.isExact = isExact
  }

  /// `10000+`: the number before the plus.
  private static func bound(_ text: String) -> Int? {
    text.hasSuffix("+") ? ASCII.number(text.utf8.dropLast()) : nil
  }

  /// True when neither the name of the total nor a member next to it says that it is inexact.
  private static func isExact(_ view: ResponseView, _ path: ValuePath) -> Bool {
    guard case .body(let path) = path, let name = path.components.last,
      let document = view.scan?.document
    else { return true }
    if mayQualify(name.key[...]), isEstimate(flat(name.key)) { return false }
    let parent = JSONPath(components: path.components.dropLast())
    return view.resolve(parent).map { object in
      isExact(name.key, in: object, of: document, knowing: view.list)
    } ?? true
  }

  /// True when no member next to a total says that it is inexact. `list`: the items, which need not
  /// be looked at.
  package static func isExact(
    _ total: [UInt8], in object: JSONSlice, of document: JSONDocument, knowing list: JSONSlice
  ) -> Bool {
    guard object.kind == .object else { return true }
    var isExact = true
    document.forEachMember(of: object, knowing: list) { key, value in
      let bytes = document.bytes[key.content]
      guard isExact, !key.hasEscapes, mayQualify(bytes), !bytes.elementsEqual(total) else { return }
      let name = flat(bytes)
      var flag: Bool? { ReadValue.json(document, value).boolean }
      if name == "relation" || name == "totalrelation" {
        isExact = document.string(value).map { $0.lowercased() == "eq" } ?? true
      } else if name == "exhaustivenbhits"
        || name.hasSuffix("exact") && !name.hasSuffix("inexact")
      {
        isExact = flag != false
      } else if isEstimate(name), value.kind != .null, flag != false {
        isExact = false
      } else if name.hasSuffix("accuracy"), let accuracy = document.string(value) {
        isExact = !isEstimate(flat(accuracy.utf8))
      } else if name.hasSuffix("capped") {
        isExact = flag != true
      }
    }
    return isExact
  }

  /// True when a name may be one of those above, as few are: each has an x, `at`, or a double c or p.
  private static func mayQualify(_ name: ArraySlice<UInt8>) -> Bool {
    var before: UInt8 = 0
    for byte in name {
      let letter = byte | 0x20
      if letter == 0x78 || before == 0x61 && letter == 0x74 { return true }
      if letter == before, letter == 0x63 || letter == 0x70 { return true }
      before = letter
    }
    return false
  }

  private static func flat(_ name: some Collection<UInt8>) -> String {
    EnvelopeReport.flat(String(decoding: name, as: UTF8.self))
  }

  /// True when a name says that a number is an estimate: `estimated_total`, `isApproximate`.
  private static func isEstimate(_ name: String) -> Bool {
    ["estimate", "estimation", "approx"].contains { name.contains($0) }
  }
}
