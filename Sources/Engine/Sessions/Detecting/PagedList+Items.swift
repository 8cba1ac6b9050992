import Detection
import HTTP
import JSON
import Pagination

/// Finds the place of the items from the first response.
extension PagedList {
  /// Finds the place of the items from the first response if the caller has not given it. An object
  /// around the items is not an item: if there is no list, that is an error.
  ///
  ///     profile "slack", {"ok": true, "channels": [...], "response_metadata": {...}}
  ///                                    channels
  mutating func findItems(in arrived: inout ArrivedResponse) {
    guard configuration.opened.findsItems, arrived.response.status.isSuccess,
      !configuration.isAdopted || !isBegun
    else { return }
    let lists = itemLists(in: arrived.source)
    let decode = Detector.decode(of: arrived.response)
    learn { $0.adopt(itemsPath: lists.first ?? "", decode: decode) }
    settings.listItems(of: &arrived.response)
    warnAboutRivals(lists)
  }

  /// The lists in a response that could be the items, the likeliest first.
  func itemLists(in source: PageSource) -> [String] {
    Detector.itemLists(
      in: source.response, requestURL: source.requestURL, method: source.method,
      body: configuration.parameters["body"])
  }

  /// Warns if several lists could be the items and the caller has not chosen one.
  mutating func warnAboutRivals(_ lists: [String]) {
    guard lists.count > 1, let taken = configuration.found?["itemsPath"]?.stringValue,
      lists.contains(taken)
    else { return }
    warn(.severalLists([taken] + lists.filter { $0 != taken }))
  }

  /// The page size that the caller wants, on the first page, where detection has found no way to ask for it.
  func unsentSize(of page: Page) -> PageWarning? {
    guard let wanted = configuration.parameters["perPage"]?.integerValue,
      !pager.sendsSize, !pager.leavesSize,
      [.link, .header, .body, .cursor].contains(pager.kind),
      case .position = page.reading.neighbours.next, page.received != wanted, page.received > 0
    else { return nil }
    return .perPageNotSent(wanted: wanted, found: page.received)
  }
}
