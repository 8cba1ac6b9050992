import HTTP
import Recording
import Testing

/// What recordings say of requests that got no response.
struct RecordedFailureTests {
  static let failures: [HTTPError] = [
    .engineUnavailable(library: "libcurl", detail: "not found"),
    .networkFailed(detail: "connection refused"), .timedOut(seconds: 60),
    .tlsFailed(detail: "expired"), .responseTooLarge(maximum: 67_108_864),
    .malformedResponse(detail: "two lengths", offset: 0),
    .malformedResponse(detail: "cut", offset: 7, isTransient: true),
  ]

  @Test(arguments: failures)
  func replayedFailureHasTheRecordedKind(error: HTTPError) throws {
    let recorded = try #require(RecordedFailure(error))
    let again = try #require(RecordedFailure(recorded.error(settings: HTTPSettings())))
    #expect(again.kind == recorded.kind)
    #expect(again.isTransient == recorded.isTransient)
  }

  @Test func cancelledRequestIsNotRecorded() {
    #expect(RecordedFailure(.cancelled) == nil)
  }
}
