import HTTP
import Pagination

/// One page, from the response to the client: what came, how it reads, and its items.
struct Page: Sendable {
  /// In the collection's numbering.
  let number: Int
  let reading: PageReading
  /// The items as the client sees them.
  private(set) var content: PageContent
  let facts: ResponseFacts
  let trace: LoopGuard.Trace
  let source: PageSource

  /// As it was requested.
  var requested: RequestedPage { source.requested }

  /// Items that the API sent; a mapping may have declined some.
  var received: Int { reading.items.count }

  /// Digests of what identifies the items, for those that have it.
  var identities: [UInt64?] { reading.identities }

  /// The items are other ones, under another mapping.
  mutating func remap(_ content: PageContent) { self.content = content }

  var etag: String? { source.response.headers["ETag"] }
  var lastModified: String? { source.response.headers["Last-Modified"] }
}

/// A response and the request that led to it.
struct PageSource: Sendable {
  let response: HTTPResponse
  let method: String
  /// Secrets and all.
  let requestURL: String
  let requested: RequestedPage
}

/// What the result of a load says of its HTTP response.
package struct ResponseFacts: Sendable, Equatable {
  package var status: Int
  /// Secrets masked.
  package var url: String
  /// Of the body, decoded.
  package var bytes: Int
  package var durationMilliseconds: Double
  package var attempts: Int
  package var notModified: Bool
}
