import Detection
import Pagination
import Synchronization

/// Says whether a total that no setting names is read as a hint.
enum TotalHints: Sendable {
  case none, own
  /// Read at the place where one of the lists of a series has it.
  case shared(TotalHintPlace)

  var areRead: Bool { if case .none = self { false } else { true } }
}

/// The place where the lists of a series state their total, once one of them has shown it.
/// Searching each first page for it would take as long as reading the page.
final class TotalHintPlace: Sendable {
  private let path = Mutex<ValuePath?>(nil)

  /// The total at the known place, or what a search finds.
  func hint(at place: (ValuePath) -> TotalHint?, search: () -> TotalHint?) -> TotalHint? {
    if let hint = path.withLock(\.self).flatMap(place) { return hint }
    let found = search()
    if let found { path.withLock { $0 = found.path } }
    return found
  }
}
