import HTTP
import Synchronization
import System

/// The outside a request: its transfer, or the wait before it is sent again. Ends both at any time,
/// also before they have begun.
final class RequestHandle: Sendable {
  private struct Parts: Sendable {
    var isCancelled = false
    var transfer: (any HTTPTransfer)?
    var wait: (any Scheduled)?
  }

  private let parts = Mutex(Parts())

  var isCancelled: Bool { parts.withLock { $0.isCancelled } }

  /// Takes the place of an earlier transfer.
  func attach(_ transfer: any HTTPTransfer) {
    let isCancelled = parts.withLock { parts in
      parts.transfer = transfer
      return parts.isCancelled
    }
    if isCancelled { transfer.cancel() }
  }

  /// Takes the place of an earlier wait.
  func attach(_ wait: any Scheduled) {
    let isCancelled = parts.withLock { parts in
      parts.wait = wait
      return parts.isCancelled
    }
    if isCancelled { wait.cancel() }
  }

  /// Ends the wait, and nothing else.
  func endWait() {
    parts.withLock { $0.wait.take() }?.cancel()
  }

  func cancel() {
    let (transfer, wait) = parts.withLock { parts in
      parts.isCancelled = true
      return (parts.transfer.take(), parts.wait.take())
    }
    transfer?.cancel()
    wait?.cancel()
  }
}
