import Synchronization

/// The outside a request: its transfer, or the wait before it is sent again. Ends both at any time,
/// also before they have begun.
final class RequestHandle: Sendable {
  private struct Parts: Sendable {
    var isCancelled = false
    /// The way to end each of them.
    var transfer: (@Sendable () -> Void)?
    var wait: (@Sendable () -> Void)?
  }

  private let parts = Mutex(Parts())

  var isCancelled: Bool { parts.withLock { $0.isCancelled } }

  /// Takes what ends a wait, or a transfer, in the place of an earlier one.
  func attach(isTransfer: Bool = false, _ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = parts.withLock { parts in
      if isTransfer { parts.transfer = cancel } else { parts.wait = cancel }
      return parts.isCancelled
    }
    if isCancelled { cancel() }
  }

  /// Ends the wait, and nothing else.
  func endWait() {
    parts.withLock { $0.wait.take() }?()
  }

  func cancel() {
    let (transfer, wait) = parts.withLock { parts in
      parts.isCancelled = true
      return (parts.transfer.take(), parts.wait.take())
    }
    transfer?()
    wait?()
  }
}
