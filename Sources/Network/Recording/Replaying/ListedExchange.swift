package import HTTP

extension Playback {
  /// The numbers of the entries, ignored ones included.
  package var numbers: Range<Int> { 0..<count }

  /// An entry, to look at without using it up; nil for one that is ignored.
  package func exchange(_ number: Int) -> ListedExchange? {
    guard let entry = entry(number), let request = entry.request, let url = entry.text(.url)
    else { return nil }
    return ListedExchange(
      method: request.method, url: url, body: request.body.bytes, mediaType: entry.text(.postType),
      status: entry.status, isJSON: RecordedResponse(entry: entry, folder: folder).isJSON)
  }
}

/// A recorded request and its outcome.
package struct ListedExchange: Sendable {
  package let method: String
  package let url: String
  package let body: [UInt8]
  /// As the recording says it; nil where it says nothing.
  package let mediaType: String?
  /// nil for a failure.
  package let status: HTTPStatus?
  /// True when the response has a body that begins as a list or an object.
  package let isJSON: Bool
}
