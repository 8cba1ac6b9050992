package import HTTP

/// A recording to look through, without anything being used up.
package struct RecordingContents: Sendable {
  private let playback: Playback

  /// Reads the file once and checks all of it.
  package init(path: String) throws(RecordingError) {
    playback = try Playback(path: path)
  }

  package var facts: Replayer.Facts { playback.facts }

  /// The numbers of the entries, ignored ones included.
  package var numbers: Range<Int> { 0..<playback.count }

  /// The request of an entry and the media type of its body; nil for one that is ignored.
  package func exchange(_ number: Int) -> ListedExchange? {
    guard let entry = playback.entry(number), let request = entry.request,
      let url = entry.text(.url)
    else { return nil }
    return ListedExchange(
      method: request.method, url: url, body: request.body.bytes, mediaType: entry.text(.postType),
      status: entry.status, isJSON: RecordedResponse(entry: entry, folder: playback.folder).isJSON)
  }

  /// A replayer that has answered nothing yet.
  package func replayer() -> Replayer { Replayer(playback) }
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
  /// Whether the response has a body that begins as a list or an object.
  package let isJSON: Bool
}
