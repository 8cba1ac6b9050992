/// The sign that the body of a response is complete.
package enum HTTPBodyEnd: Sendable, Hashable {
  /// The API: by a length, a last chunk, the end of an HTTP/2 stream, or a status that has no body.
  case stated
  /// Nothing but the end of the connection, which may as well have been cut.
  case connection
  /// It is not: its coded data is not a whole stream, which only a status other than 2xx comes
  /// with, or the response to a token request is too large.
  case broken(CodingFault)

  /// The fault of a page of these bytes; nil where it may be whole. A body without a byte is whole
  /// only where the API says so.
  package func fault(ofBytes count: Int) -> String? {
    switch self {
    case .stated: nil
    case .connection: count == 0 ? "the connection ended before the body" : nil
    case .broken(let fault): fault.words
    }
  }
}
