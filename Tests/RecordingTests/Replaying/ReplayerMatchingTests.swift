import HTTP
import JSON
import Secrets
import TestSupport
import Testing

@testable import Recording

/// Which entry answers which request, where it takes more than the cases of ``ReplayDialogueTests``.
struct ReplayerMatchingTests {
  @Test func secretsAreMaskedInWhatComesNearest() {
    let nearest = RecordedRequest(
      entry: 0, method: "GET", url: "https://u:p@h/?api_key=S",
      differences: [
        RequestDifference(.query, name: "api_key", requested: "mine", recorded: "S"),
        RequestDifference(.path, requested: "/secret-value", recorded: "/"),
      ])
    let masked = nearest.masked(by: Redactor(secrets: ["secret-value"]))
    #expect(masked.url == "https://***@h/?api_key=***")
    #expect(masked.differences[0].requested == "***" && masked.differences[0].recorded == "***")
    #expect(masked.differences[1].requested == "/***")
  }

  /// More entries than are compared to find the nearest, in an order that is not theirs.
  @Test func aLongWalkFindsEachOfItsEntries() async throws {
    let folder = try TemporaryFolder()
    let count = 3_000
    let har = HARText.file(
      (0..<count).map { HARText.entry("https://h/a?page=\($0)&key=***", body: "[\($0)]") })
    let replayer = try Replayer(path: folder.write(har))
    for page in (0..<count).reversed() {
      #expect(try await replayer.text("https://h/a?key=S&page=\(page)") == "[\(page)]")
    }
  }

  /// More entries than are compared come before the one of the same path.
  @Test func theNearestIsLookedForAmongThoseOfTheSamePath() async throws {
    let folder = try TemporaryFolder()
    let others = (0..<1_200).map { HARText.entry("https://h/b?z=\($0)", body: "[]") }
    let har = HARText.file(others + [HARText.entry("https://h/a?x=1&y=1", body: "[]")])
    let outcome = try await Replayer(path: folder.write(har)).outcome("https://h/a?x=2&y=2")
    guard case .failure(.notRecorded(let nearest)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(nearest?.entry == 1_200 && nearest?.differences.count == 2)
  }

  @Test func aRequestThatIsCancelledUsesNothing() async throws {
    let folder = try TemporaryFolder()
    let replayer = try Replayer(
      path: folder.write(HARText.file([HARText.entry("https://h/a", body: "[1]")])))
    let request = HTTPRequest(url: try HTTPURL.parse("https://h/a"))
    let results = await withCheckedContinuation { continuation in
      let transfer = replayer.send(request) { continuation.resume(returning: $0) }
      transfer.cancel()
      transfer.cancel()
    }
    // Either it was answered before, or it was cancelled and the entry is still there.
    if case .failure(let error) = results {
      #expect(error == .cancelled)
      #expect(try await replayer.text("https://h/a") == "[1]")
    }
  }
}
