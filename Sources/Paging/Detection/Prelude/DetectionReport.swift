package import Pagination

/// The result of detection, and its certainty.
package struct DetectionReport: Sendable {
  /// The certainty of a report.
  package enum Certainty: Sendable, Equatable {
    /// The second page has proved it.
    case proved
    /// The response is all there is: one document, or a list that is complete.
    case single
    /// The API has given the next page's place, and a page of the same shape came from there, which
    /// proves nothing: it is empty, or repeats items.
    case followed(because: String)
    /// The API itself says that the first page is the last one, so that nothing can prove it.
    case onlyPage
    /// The second page is empty: the list ends on the first one, so that nothing can prove it.
    case endSeen
    /// No second page was requested.
    case untried
    /// The recording that replaces the network does not have the second page.
    case notRecorded
    /// Nothing is sure enough to go by.
    case unknown
  }

  /// Best first, secrets masked.
  package let candidates: [Candidate]
  /// Warnings about the pages that were read.
  package let warnings: [PageWarning]
  package let certainty: Certainty

  /// Nothing was found.
  package static let unknown = DetectionReport(candidates: [], warnings: [], certainty: .unknown)

  /// True when the second page has proved the best candidate.
  package var isConfirmed: Bool { certainty == .proved }

  /// Makes a report of the candidates found, secrets masked, with the warnings about the pages that
  /// were read.
  package init(candidates: [Candidate], warnings: [PageWarning], certainty: Certainty) {
    self.candidates = candidates
    self.warnings = warnings
    self.certainty = certainty
  }
}
