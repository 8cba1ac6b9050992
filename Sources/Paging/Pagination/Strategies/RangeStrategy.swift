import HTTP
import JSON
import Text

/// Pages by the `Range` header (RFC 9110, section 14), with the API's own units.
///
///     Range: items=0-24       ->  206, Content-Range: items 0-24/3572   more to come
///                                 200                                   that was all
///                                 Next-Range: id ..; max=200            copied into Range
struct RangeStrategy: Strategy {
  let isComputed = true
  let common: CommonSettings
  let unit: String

  init(_ settings: StrategySettings, _ common: CommonSettings) {
    self.common = common
    unit = settings.unit ?? "items"
  }

  func place(_ position: Position, of page: RequestedPage, in draft: inout RequestDraft) {
    if case .token = position {
      draft.set(position, in: .header)
    } else if page.offset > 0 || !draft.headers.contains(where: \.isRange) {
      let end = page.offset.plus(page.perPage - 1)
      draft.setHeader("Range", "\(unit)=\(page.offset)-\(end)")
    }
  }

  func neighbours(
    of page: RequestedPage, in view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    if let next = view.headers["Next-Range"], !next.isEmpty {
      return Neighbours(next: .position(RangeStrategy.range(next)), isGiven: true)
    }
    func silent(_ field: String) -> Neighbours {
      Neighbours(next: .none(field: field, value: .integer(view.status), isStated: false))
    }
    guard let text = view.headers["Content-Range"] else {
      return silent(view.status == 206 ? "@headers.Content-Range" : "@status")
    }
    guard let range = ContentRange(text) else {
      if view.status == 200 { return silent("@status") }  // all there is, in a unit without numbers
      throw .metadataInvalid(path: "@headers.Content-Range", value: .string(text))
    }
    var neighbours = try neighbours(of: page, in: view, range, text)
    if let first = range.first, let last = range.last, first <= Pager.pageMax,
      last - first == view.items.count - 1
    {
      neighbours.begin = first
    }
    return neighbours
  }

  /// The neighbours of a page whose range is numbers, which `text` says.
  private func neighbours(
    of page: RequestedPage, in view: ResponseView, _ range: ContentRange, _ text: String
  ) throws(PageReadError) -> Neighbours {
    let none = Neighbours.Next.none(
      field: "@headers.Content-Range", value: .string(text), isStated: true)
    guard let last = range.last else {
      return Neighbours(next: none, objectCount: range.total, endsByTotal: range.total != nil)
    }
    if let total = range.total, last >= total - 1 {
      return Neighbours(next: none, objectCount: total, endsByTotal: true)
    }
    if range.total == nil, view.status == 200, view.items.count < page.perPage {
      return Neighbours(next: none)
    }
    let (first, overflow) = last.addingReportingOverflow(1)
    let (end, beyond) = first.addingReportingOverflow(page.perPage - 1)
    if overflow || beyond {
      throw .metadataInvalid(path: "@headers.Content-Range", value: .string(text))
    }
    return Neighbours(
      next: .position(RangeStrategy.range("\(unit)=\(first)-\(end)")), objectCount: range.total)
  }

  private static func range(_ value: String) -> Position {
    .token(PageToken("Range", text: value))
  }
}

extension HTTPField {
  var isRange: Bool { name.lowercased() == "range" }
}

/// `items 0-24/3572`, `items 0-24/*`, `items */0` (RFC 9110, section 14.4).
package struct ContentRange: Equatable {
  /// Index of the first item; nil in `*/n`.
  package let first: Int?
  /// Index of the last item; nil in `*/n`.
  package let last: Int?
  /// nil: `*`.
  package let total: Int?

  package init?(_ text: String) {
    let value = text.split(separator: " ").last ?? ""
    let parts = value.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[1] == "*" {
      total = nil
    } else if let count = ASCII.number(parts[1].utf8) {
      total = count
    } else {
      return nil
    }
    if parts[0] == "*" {
      (first, last) = (nil, nil)
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let begin = ASCII.number(ends[0].utf8),
      let end = ASCII.number(ends[1].utf8),
      end >= begin
    else { return nil }
    (first, last) = (begin, end)
  }
}
