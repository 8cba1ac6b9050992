package import HTTP
package import JSON
package import Pagination
import Text

/// The list that a prelude finds out about, paged as the params of a candidate say.
package protocol TrialList {
  /// The pager for the params in force.
  var pager: Pager { get }
  /// The paths of what identifies an item.
  var identity: [JSONPath] { get }
  /// The request of the first page.
  var firstRequested: RequestedPage { get }

  /// Takes up params of `open`. False: they make no settings.
  mutating func adopt(_ found: JSONObject) -> Bool
  /// Reads a response as the first page; nil if it is not one.
  mutating func read(_ first: FirstResponse) -> FirstReading?
  mutating func warn(_ warning: PageWarning)
  /// Ends the list: nothing follows the first page, even if the page says otherwise.
  mutating func end(because found: StatedValue)
  /// Warns where several lists could be the items, and nothing says which one is.
  mutating func warnAboutRivals(_ lists: [String])
}

/// A response to the request of the first page.
package struct FirstResponse: Sendable {
  /// The number of its request.
  package let id: Int
  let response: HTTPResponse
  let requestURL: String
  let method: String

  /// The response to a request.
  package init(id: Int, _ response: HTTPResponse, requestURL: String, method: String) {
    self.id = id
    self.response = response
    self.requestURL = requestURL
    self.method = method
  }

  /// True when the query had the parameter with that value; nil: with any.
  func sent(_ name: String, _ value: String? = nil) -> Bool {
    guard let mark = requestURL.firstIndex(of: "?") else { return false }
    return QueryString.parse(String(requestURL[mark...])).contains {
      $0.name == name && (value == nil || $0.value == value)
    }
  }
}

/// The first page as a candidate reads it.
package struct FirstReading {
  package let reading: PageReading
  /// The request of the page after it; nil: the API says that none follows.
  package let next: RequestedPage?

  /// The number of its items, where the page states that as the total; nil: it does not.
  var ownCount: Int? {
    reading.counts.objectCount == reading.items.count ? reading.items.count : nil
  }

  /// The first page, and where it leads.
  package init(_ reading: PageReading, next: RequestedPage?) {
    (self.reading, self.next) = (reading, next)
  }
}
