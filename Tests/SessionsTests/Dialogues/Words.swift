import Detection
import HTTP
import JSON
import Mapping
import Pagination
import TestSupport

@testable import Sessions

/// What an answer brings, in words.
protocol Outcome: Sendable {
  var words: String { get }
}

/// What comes with the state.
protocol SnapshotOutcome: Outcome {
  var snapshot: SessionSnapshot { get }
}

/// The words of optional parts, with commas between them.
private func list(_ parts: String?...) -> String {
  parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
}

/// A value as it is printed, without the names of modules and types.
func plain(_ value: Any) -> String {
  "\(value)".replacing(/[A-Z][A-Za-z]*\.(?=\w)/, with: "")
    .replacing(/Optional\(([^()]*)\)/) { String($0.output.1) }
    .replacing(/number\(JSONNumber\(text: "([^"]*)"\)\)/) { String($0.output.1) }
    .replacing(/RequestLine\(method: "([A-Z]+)", url: "([^"]*)"\)/) {
      "\($0.output.1) \($0.output.2)"
    }
}

/// A JSON array of items: their ids where they have nothing else, "1...3" for three and more in a
/// row, and "none" for no items.
func itemWords(_ array: String) -> String {
  guard let document = try? JSONDocument(Array(array.utf8)) else { return array }
  let items = document.elements(of: document.root).map(document.text)
  let ids = items.map { $0.wholeMatch(of: /\{"id":(-?[0-9]+)\}/).flatMap { Int($0.output.1) } }
  var words: [String] = []
  var rest = items.indices[...]
  while let first = rest.first {
    let run = rest.prefix { index in ids[first].map { ids[index] == $0 + index - first } ?? false }
    if run.count > 2, let low = ids[first], let high = run.last.flatMap({ ids[$0] }) {
      words.append("\(low)...\(high)")
      rest = rest.dropFirst(run.count)
    } else {
      words.append(ids[first].map(String.init) ?? items[first])
      rest = rest.dropFirst()
    }
  }
  return words.isEmpty ? "none" : words.joined(separator: " ")
}

extension PageWarning {
  /// "gap(offset, page: 2, expected: 2, stated: 4) as gaps on offset": its kind, where the case has
  /// another name, and its subject.
  fileprivate var words: String {
    let words = plain(self)
    return words
      + (words.split(separator: "(").first ?? "" == kind.rawValue ? "" : " as \(kind.rawValue)")
      + (subject.map { " on \($0)" } ?? "")
  }
}

private func warns(_ warnings: [PageWarning]) -> String? {
  warnings.isEmpty ? nil : "warns \(warnings.map(\.words).joined(separator: " and "))"
}

extension EndReason {
  /// "totalReached objectCount=5 @3".
  fileprivate var words: String {
    let value = evidence.map { " \($0.path)=\($0.value.text)" } ?? ""
    return kind.rawValue + value + (page.map { " @\($0)" } ?? "")
  }
}

extension SessionSnapshot.FailedPage {
  fileprivate var words: String { "error \(error.kind)" + (page.map { " @\($0)" } ?? "") }
}

extension LoadFailure {
  var words: String { "fails\(page.map { " at \($0)" } ?? ""): \(error.kind)" }
}

extension SessionSnapshot {
  /// "page 2 from 2 by 2 of 5 in 3, next yes, previous yes, held 1-2"; what is not known is "?".
  var words: String {
    func text(_ number: Int?) -> String { number.map(String.init) ?? "?" }
    func text(_ flag: Bool?) -> String { flag.map { $0 ? "yes" : "no" } ?? "?" }
    let place = currentPage.map { "page \($0) from \(text(counts.offset))" }
    let first = counts.firstPage == 1 ? "" : " first \(counts.firstPage)"
    let least = counts.objectCountMin.map { " at least \($0)" } ?? ""
    let held = pages.loaded.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return list(
      "\(place ?? (loaded ? "no page" : "not loaded")) by \(counts.perPage)\(first)"
        + " of \(text(counts.objectCount))\(least) in \(text(counts.pageCount))",
      loading ? "loading" : nil, "next \(text(hasNextPage))", "previous \(text(hasPreviousPage))",
      held.isEmpty ? nil : "held \(held.joined(separator: " "))",
      pages.prefetched.isEmpty
        ? nil : "ahead \(pages.prefetched.map(String.init).joined(separator: " "))",
      endReason?.words, error?.words, warns(warnings),
      store.map { "stored \($0.items) in \($0.pages) as \(text($0.run))" })
  }
}

extension LoadedPage: SnapshotOutcome {
  /// "3: 5 6", and what is unusual about the response.
  var words: String {
    let lists = content.lists.map { "\($0.keyPath): \(itemWords(content.text($0.items)))" }
    let found = lists.isEmpty ? itemWords(text) : lists.joined(separator: " | ")
    return list(
      "\(page): \(found)", facts.status == 200 ? nil : "status \(facts.status)",
      facts.attempts == 1 ? nil : "attempts \(facts.attempts)",
      facts.notModified ? "not modified" : nil,
      content.issues.isEmpty ? nil : "issues in \(content.issues.map(\.item))")
  }
}

extension WalkSummary: SnapshotOutcome {
  /// "1: 1 2 | 2: 3; complete, totalReached objectCount=3 @2, proof counts": what came, and how it
  /// ended.
  var words: String {
    let came = (items ?? []).map { "\($0.page): \(itemWords($0.itemsText))" }.joined(
      separator: " | ")
    let isCounted = pages == items?.count && itemCount == items?.reduce(0) { $0 + $1.items.count }
    let count = "\(pages) pages of \(itemCount) items"
    return (items == nil || came.isEmpty ? count : came + (isCounted ? "" : ", \(count)")) + "; "
      + list(
        verdict.rawValue, endReason?.words, proof.map { "proof \($0.rawValue)" },
        start.map { "from \($0.json.members.map { "\($0.key) \($0.value.text)" }.joined())" },
        duplicates == 0 ? nil : "\(duplicates) twice", snapshot.error?.words,
        warns(snapshot.warnings))
  }
}

extension WindowView: SnapshotOutcome {
  /// "1 2 null null of 6, loaded 0-1, loading 2": items and placeholders, and how many there are.
  var words: String {
    let ranges = loaded.map { "\($0.lowerBound)-\($0.upperBound - 1)" }.joined(separator: " ")
    return list(
      "\(itemWords(text)) of \(count)", ranges.isEmpty ? nil : "loaded \(ranges)",
      loadingPages.isEmpty
        ? nil : "loading \(loadingPages.map(String.init).joined(separator: " "))",
      failedPages.isEmpty
        ? nil : failedPages.map { "\($0.page) fails: \($0.error.kind)" }.joined(separator: ", "))
  }
}

extension RefreshSummary: SnapshotOutcome {
  /// "1 same | 2 changed +[7] -[1] ~[2]".
  var words: String {
    let pages = pages.map { page in
      let identities = [("+", page.added), ("-", page.removed), ("~", page.updated)]
        .map { sign, values in values.map { " \(sign)\(JSONValue.array($0).text)" } ?? "" }.joined()
      return "\(page.page) \(page.changed ? "changed" : "same")\(identities)"
        + (page.error.map { " fails: \($0.kind)" } ?? "")
    }
    return pages.isEmpty ? "nothing" : pages.joined(separator: " | ")
  }
}

extension DetectionReport: Outcome {
  /// How sure it is.
  var words: String { plain(certainty) }
}
