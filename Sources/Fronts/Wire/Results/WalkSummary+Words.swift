package import Pagination
package import Sessions
import Text

extension EndReason.Kind {
  /// Says in words why a walk has ended. `pagesMax` and `itemsMax`: the names of the maxima.
  package func words(pagesMax: String, itemsMax: String) -> String {
    switch self {
    case .noNext: "no next page"
    case .moreFalse: "the API reports no more"
    case .emptyPage: "an empty page"
    case .shortPage: "a page with fewer items than requested"
    case .totalReached: "total reached"
    case .refused: "the API refuses the next page"
    case .untilReached: "the rest is not new"
    case .pastEnd: "the API rejects the page after the last one"
    case .pagesMax: "\(pagesMax) reached"
    case .itemsMax: "\(itemsMax) reached"
    case .repeatedRequest, .repeatedResponse, .repeatedItems: "a page repeats an earlier one"
    case .ceiling: "the most that the API gives"
    case .originRefused: "another origin"
    case .cancelled: "cancelled"
    case .failed: "a page failed"
    }
  }
}

extension RunStart {
  /// The place in words: "page 1,999".
  package var words: String {
    switch self {
    case .page(let page): "page \(page.withCommas)"
    case .offset(let offset): "offset \(offset.withCommas)"
    case .token: "the token in the request"
    }
  }
}

extension WalkSummary {
  /// From where the items are, and how many there are in all: `from page 1,999 to the end: ` and
  /// ` (the API counts 100,000)`; empty where the walk began with the list's first page.
  package var origin: (from: String, total: String) {
    guard let start else { return ("", "") }
    let total = snapshot.counts.objectCount.map { " (the API counts \($0.withCommas))" }
    let end = verdict == .complete || verdict == .suspect ? " to the end" : ""
    return ("from \(start.words)\(end): ", total ?? "")
  }

  /// Says why items may be missing, without a full stop. `method` is that of the requests.
  package func suspicion(
    duplicates: Int, method: String, calling name: (ErrorSetting) -> String
  ) -> String {
    let page = endReason?.page.map { "page \($0)" } ?? "a page"
    switch endReason?.cause {
    case .repeatedRequest, .repeatedResponse, .repeatedItems:
      let ended = "\(page) repeats an earlier one, so the walk ended there"
      guard let reason = endReason, let number = reason.page, number <= 2,
        reason.repeatedPage == number - 1
      else { return ended }
      return ended + "; \(name(.pagination)) says where the API takes its position, as in "
        + #"{"strategy":"cursor","parameter":"cursor","in":"body"}"#
    case .refused(let status, let body, let url):
      let said = BodyQuote.line(body)
      return "the API refuses \(page) with status \(status)"
        + (url.isEmpty ? "" : " (\(method) \(url))") + (said.isEmpty ? "" : ": \(said)")
    case .ceiling(let ceiling):
      let total = snapshot.counts.objectCount.flatMap { $0 > ceiling ? $0 : nil }
      return "the API gives at most \(ceiling.withCommas) "
        + (total.map { "of \($0.withCommas) " } ?? "") + "items"
    case .emptyPagesMax: return "too many empty pages in a row"
    case .pastEnd(let status):
      let pages = snapshot.counts.pageCount.map { " of \($0.withCommas)" } ?? ""
      if let doubt = doubt(calling: name) {
        return "\(page)\(pages) answered with status \(status): \(doubt)"
      }
    default: break
    }
    if duplicates > 0 {
      return "\(ShownText.count(duplicates, "item")) came more than once"
    }
    if let doubt = doubt(calling: name) { return doubt }
    if let count = snapshot.counts.objectCount { return "the API counts \(count) items" }
    return "the pages do not add up"
  }

  /// The last doubt, and where items lack, the page that came short; nil without a doubt.
  private func doubt(calling name: (ErrorSetting) -> String) -> String? {
    guard let last = snapshot.warnings.last(where: \.isDoubt) else { return nil }
    let drift = snapshot.warnings.last { $0.kind == .pageSizeDrift }
    let short = last.kind == .countMismatch && last.lacksItems ? drift : nil
    return [short, last].compactMap(\.self).map { warning in
      ShownText.withoutPeriod(warning.sentence(calling: name))
    }.joined(separator: "; ")
  }
}

extension PageWarning {
  /// True when fewer items came than the API counts.
  fileprivate var lacksItems: Bool {
    if case .itemCountMismatch(let stated, let found) = self { found < stated } else { false }
  }
}

extension Int {
  /// The number with commas: 5,432.
  package var withCommas: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.insert(",", at: text.startIndex) }
      text.insert(digit, at: text.startIndex)
    }
    return (self < 0 ? "-" : "") + text
  }
}
