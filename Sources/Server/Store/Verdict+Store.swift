package import Pagination
package import Store

extension Verdict {
  /// The verdict as runs keep it.
  package var stored: RunVerdict {
    switch self {
    case .complete: .complete
    case .capped: .capped
    case .suspect: .suspect
    case .partial: .partial
    case .failed: .failed
    }
  }
}
