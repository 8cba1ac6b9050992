import Testing

@testable import HTTP

@Suite struct CurlOutcomeTests {
  private let outcome = CurlOutcome(
    code: 0, detail: "words", isTooLarge: false, isComplete: true, sendings: 1,
    isConnected: true,
    settings: HTTPSettings(
      timeoutMilliseconds: 2_500, connectTimeoutMilliseconds: 500, responseBytesMax: 7))

  private func error(_ change: (inout CurlOutcome) -> Void) -> HTTPError? {
    var outcome = outcome
    change(&outcome)
    return outcome.error
  }

  @Test func successNeedsCompleteHeaders() {
    #expect(outcome.error == nil)
    #expect(
      error { $0.isComplete = false }
        == .networkFailed(detail: "connection closed within the headers"))
  }

  @Test func timeoutNamesTheLimitThatWasHit() {
    #expect(error { $0.code = 28 } == .timedOut(seconds: 2.5))
    #expect(
      error {
        $0.code = 28
        $0.isConnected = false
      } == .timedOut(seconds: 0.5))
    #expect(
      error {
        $0.code = 28
        $0.isConnected = false
        $0.settings.connectTimeoutMilliseconds = 9_000
      } == .timedOut(seconds: 2.5))
  }

  @Test func refusedBodyIsTooLargeWhateverTheCode() {
    #expect(
      error {
        $0.code = 23
        $0.isTooLarge = true
      } == .responseTooLarge(maximum: 7))
    #expect(error { $0.code = 23 } == .networkFailed(detail: "words"))
  }

  @Test func secondSendingIsNamed() {
    let refused = error {
      $0.code = 42
      $0.sendings = 2
    }
    #expect(
      refused == .networkFailed(detail: "connection closed before the answer; not sent twice"))
  }

  @Test(
    arguments: [
      35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98,
    ] as [Int32])
  func codesOfTLS(_ code: Int32) {
    #expect(error { $0.code = code } == .tlsFailed(detail: "words"))
  }

  @Test(
    arguments: [
      1, 2, 5, 6, 7, 8, 16, 18, 27, 52, 55, 56, 61, 92, 95, 97, 100, 999,
    ] as [Int32])
  func otherCodesAreTheNetworks(_ code: Int32) {
    #expect(error { $0.code = code } == .networkFailed(detail: "words"))
  }

  @Test func malformedURLIsNamed() {
    #expect(error { $0.code = 3 } == .invalidURL(detail: "words"))
  }
}
