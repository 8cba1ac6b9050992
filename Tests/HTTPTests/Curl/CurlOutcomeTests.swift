import Testing

@testable import HTTP

@Suite struct CurlOutcomeTests {
  private let outcome = CurlOutcome(
    code: 0, detail: "words", refusal: nil, isComplete: true, sendings: 1,
    isConnected: true,
    settings: directSettings(
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
    let parts: [(ResponsePart, Int)] = [(.body, 7), (.headers, 262_144), (.trailers, 65_536)]
    for (part, maximum) in parts {
      let refused = error {
        $0.code = 23
        $0.refusal = .tooLarge(part)
      }
      #expect(refused == .responseTooLarge(part, maximum: maximum))
    }
    #expect(error { $0.code = 23 } == .networkFailed(detail: "words"))
  }

  @Test func bytesBehindCompressedDataAreNamed() {
    let refused = error {
      $0.code = 23
      $0.refusal = .coding(.trailingBytes)
      $0.bodyBytes = 3
    }
    #expect(
      refused
        == .malformedResponse(
          detail: "more bytes follow the end of the compressed data", offset: 3))
  }

  @Test(arguments: [(0, false), (10, false), (9, false), (18, true), (19, true), (20, true)])
  func unknownIssuersAreToldApart(_ result: Int, _ isUntrusted: Bool) {
    let failed = error {
      $0.code = 60
      $0.verifyResult = result
    }
    #expect(failed == .tlsFailed(detail: "words", isUntrusted: isUntrusted))
  }

  @Test(arguments: [
    "error:0A00010B:SSL routines::wrong version number", "An unexpected TLS packet was received.",
  ])
  func anAnswerWithoutTLSIsTold(_ words: String) {
    let failed = error {
      $0.code = 35
      $0.detail = words
    }
    #expect(failed == .tlsFailed(detail: words + "; does the port serve http, not https?"))
  }

  @Test func secondSendingIsNamed() {
    let refused = error {
      $0.code = 42
      $0.sendings = 2
    }
    #expect(
      refused == .networkFailed(detail: "connection closed before the answer; not sent twice"))
  }

  @Test(arguments: [35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98] as [Int32])
  func codesOfTLS(_ code: Int32) {
    #expect(error { $0.code = code } == .tlsFailed(detail: "words"))
  }

  @Test(arguments: [1, 2, 5, 6, 7, 8, 16, 18, 27, 52, 55, 56, 61, 92, 95, 97, 100, 999] as [Int32])
  func otherCodesAreTheNetworks(_ code: Int32) {
    #expect(error { $0.code = code } == .networkFailed(detail: "words"))
  }

  @Test func malformedURLIsNamed() {
    #expect(error { $0.code = 3 } == .invalidURL(detail: "words"))
  }

  @Test(arguments: [
    ("Unsupported proxy syntax in 'me:S3C@RET@@host'", "Unsupported proxy syntax in '***@host'"),
    ("Unsupported proxy scheme for 'x://a:b@c'", "Unsupported proxy scheme for '***@c'"),
    ("Unsupported proxy syntax in 'host name'", "Unsupported proxy syntax in 'host name'"),
    ("Failed to connect to 'a@b'", "Failed to connect to 'a@b'"),
  ])
  func credentialsInAnUnreadableProxyAreMasked(words: String, shown: String) {
    #expect(CurlHandle.withoutCredentials(ofProxy: words) == shown)
  }
}
