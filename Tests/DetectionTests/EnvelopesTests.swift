import Foundation
import Testing

@testable import Detection

/// First responses of APIs, detected without a profile.
@Suite struct EnvelopesTests {
  /// The files of cases: the table of conventions as far as they are JSON over HTTP; APIs that no
  /// profile describes; APIs that were written down from their documentation before detection had
  /// seen them; names that are near those of others, or in odd places; parameters that no table
  /// names, as the URL, the body and the items spell them; words of paging that do not page; and
  /// ends that look like nothing.
  static let families = [
    "conventions", "unknown-apis", "unseen-apis", "similar-names", "spelled-names",
    "false-friends", "last-pages",
  ]

  @Test(arguments: families.flatMap(EnvelopeCase.cases))
  func theNextRequestIsDetected(envelope: EnvelopeCase) { #expect(envelope.fault == nil) }

  /// 50 APIs that were chosen, and written down from their documentation, before detection had seen
  /// any of them. Those without a try stay undetected: nothing in the response names the parameter.
  @Test(arguments: EnvelopeCase.cases("chosen-apis"))
  func aChosenAPIIsDetectedOrSaidToBeUnknown(envelope: EnvelopeCase) {
    #expect(envelope.outcome == (envelope.tries == nil ? .undetected : .found))
  }

  @Test func everyFileOfCasesIsRead() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: EnvelopeCase.folder.path)
    #expect(Set(files) == Set((Self.families + ["chosen-apis"]).map { $0 + ".jsonl" }))
  }
}
