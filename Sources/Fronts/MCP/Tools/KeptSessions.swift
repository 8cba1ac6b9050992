import Sessions
import Synchronization

/// The sessions that were used last, by the cursors that continue them, so that the rest of a page
/// need not be requested again. Without one of them a cursor is as good.
final class KeptSessions: Sendable {
  private let kept = Mutex<[(cursor: String, session: Session)]>([])

  /// Each keeps the pages that it has loaded last.
  static let sessionsMax = 4
  /// How many pages each keeps.
  static let pagesMax = 2

  /// Takes a session out, so that it serves one call at a time.
  func take(_ cursor: String) -> Session? {
    kept.withLock { kept in
      guard let place = kept.firstIndex(where: { $0.cursor == cursor }) else { return nil }
      return kept.remove(at: place).session
    }
  }

  func keep(_ session: Session, at cursor: String) {
    let dropped = kept.withLock { kept -> Session? in
      kept.append((cursor, session))
      return kept.count > KeptSessions.sessionsMax ? kept.removeFirst().session : nil
    }
    dropped?.close()
  }
}
