import HTTP
import JSON
import Mapping
import Pagination
import Text

/// The page size that the caller wants, of a list whose pages the API itself leads to, and nothing
/// else says how it is asked for: names of the parameter are tried on the first request, and the
/// first one that the page follows is kept.
///
///     /a                 30 items
///     /a?per_page=100    30 items, or a refusal: it is called otherwise
///     /a?limit=100       100 items: this is its name
struct SizeTrial: Sendable {
  /// The first page as it came without a size.
  let unsized: ArrivedResponse
  private let wanted: Int
  private let found: Int
  private var names: ArraySlice<String>

  /// nil: there is nothing to try, as the list is one page or has pages of that size already.
  init?(_ first: ArrivedResponse, _ reading: PageReading, names: [String], wanted: Int) {
    guard case .position = reading.neighbours.next, !names.isEmpty, !reading.items.isEmpty,
      reading.items.count != wanted
    else { return nil }
    unsized = first
    found = reading.items.count
    self.names = names[...]
    self.wanted = wanted
  }

  /// The name to be tried next; nil: all have been.
  mutating func next() -> String? { names.popFirst() }

  /// Whether a page is of the size that was asked for: as large, or larger than without it, where
  /// the API gives fewer than were wanted.
  func isKept(in sized: PageReading?) -> Bool {
    guard let count = sized?.items.count else { return false }
    return count == wanted || wanted > found && count > found && count < wanted
  }
}

extension PageSource {
  /// Whether the query has a parameter with a value.
  func sends(_ name: String, _ value: String) -> Bool {
    guard let mark = requestURL.firstIndex(of: "?") else { return false }
    return QueryString.parse(String(requestURL[mark...])).contains {
      $0.name == name && $0.value == value
    }
  }
}

extension RemoteCollection {
  /// The first page as the settings read it, unmapped; nil: the response is none.
  func reading(of first: ArrivedResponse) -> PageReading? {
    let (response, request) = (first.response, first.request.request)
    let selection = settings.mapping.select(
      path: request.url.path, method: request.method.name, status: response.status.code)
    guard case .items(let lists, _) = selection else { return nil }
    return try? pager.reader.read(
      response, requested: first.request.requested, applying: lists.map(\.list))
  }

  /// The page size that the caller wants, where detection has found no way to ask for it.
  func unsentSize(of page: Page) -> PageWarning? {
    guard let wanted = configuration.parameters["perPage"]?.integerValue,
      configuration.isDetected, !pager.sendsSize, !pager.leavesSize,
      [.link, .header, .body, .cursor].contains(pager.kind), !isBegun,
      case .position = page.reading.neighbours.next, page.received != wanted, page.received > 0
    else { return nil }
    return .perPageNotSent(wanted: wanted, found: page.received)
  }
}
