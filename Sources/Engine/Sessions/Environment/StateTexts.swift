import Synchronization

/// Texts of states. Many sessions have the same one, but for the id, before they have loaded
/// anything: then they share its memory.
final class StateTexts: Sendable {
  private let latest = Mutex<[UInt8]>([])

  /// The text, as the one before it where both are equal.
  func shared(_ text: [UInt8]) -> [UInt8] {
    latest.withLock { latest in
      if latest != text { latest = text }
      return latest
    }
  }
}
