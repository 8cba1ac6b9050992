import JSON
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
    if isEstimate(name.key.span) { return false }
    let parent = JSONPath(components: path.components.dropLast())
    guard let object = document.resolve(parent, from: document.root, knowing: view.list),
      object.kind == .object
    else { return true }
    var isExact = true
    document.forEachMember(of: object, knowing: view.list) { key, value in
      guard isExact, !key.hasEscapes else { return }
      let bytes = document.bytes.span.extracting(key.content)
      guard mayQualify(bytes), !document.bytes[key.content].elementsEqual(name.key) else { return }
      var flag: Bool? { ReadValue.json(document, value).boolean }
      if isNamed(bytes, relations) {
        isExact = document.string(value).map { $0.lowercased() == "eq" } ?? true
      } else if isNamed(bytes, flags) {
        isExact = flag != false
      } else if isEstimate(bytes), value.kind != .null, flag != false {
        isExact = false
      }
    }
    return isExact
  }

  /// True when a name may be one of those below; almost every other name is ruled out.
  private static func mayQualify(_ name: Span<UInt8>) -> Bool {
    for index in 0..<max(0, name.count - 2) {
      let letters = (name[index] | 0x20, name[index + 1] | 0x20, name[index + 2] | 0x20)
      switch letters {
      case (0x65, 0x78, 0x61), (0x65, 0x78, 0x68), (0x72, 0x65, 0x6C), (0x65, 0x73, 0x74),
        (0x61, 0x70, 0x70):
        return true  // exa, exh, rel, est, app
      default: continue
      }
    }
    return false
  }

  private static func isNamed(_ name: Span<UInt8>, _ names: [[UInt8]]) -> Bool {
    names.contains { ASCII.equalsIgnoringCase(name, $0.span) }
  }

  /// True when a name says that a number is an estimate: `estimated_total`, `isApproximate`.
  private static func isEstimate(_ name: Span<UInt8>) -> Bool {
    for start in 0..<max(0, name.count - (wordBytesMin - 1)) {
      let letter = name[start] | 0x20
      guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "a") else { continue }
      let rest = name.extracting(start..<name.count)
      if estimates.contains(where: {
        $0.count <= rest.count
          && ASCII.equalsIgnoringCase(rest.extracting(0..<$0.count), $0.span)
      }) {
        return true
      }
    }
    return false
  }

  private static let relations = ["relation", "totalrelation", "total_relation"].map {
    Array($0.utf8)
  }
  private static let flags = [
    "is_exact", "isexact", "exact", "total_is_exact", "totalisexact", "exhaustivenbhits",
  ].map { Array($0.utf8) }
  /// Of the shortest word.
  private static let wordBytesMin = 7
  private static let estimates = ["estimate", "estimation", "approximate", "approx_"].map {
    Array($0.utf8)
  }
}
