internal import JSON
internal import Synchronization
import System

/// Writes responses out, and lists the requests that wait for one.
final class PendingReplies: Sendable {
  /// A request on the list, which does not keep its reply alive.
  private struct OpenReply {
    weak var reply: RPCReply?
    let identity: ObjectIdentifier
  }

  let outbox: Outbox
  /// Guards the list, by the text of the ids: the reader adds requests, and the thread that
  /// responds removes them.
  private let open = Mutex<[[UInt8]: [OpenReply]]>([:])
  private let readerThread = Atomic<UInt>(0)

  init(outbox: Outbox) {
    self.outbox = outbox
  }

  /// Makes the calling thread the reader: what it sends waits for its flush.
  func enterReader() {
    readerThread.store(Thread.currentNumber, ordering: .relaxed)
  }

  /// True when the calling thread is the reader.
  var isReader: Bool {
    readerThread.load(ordering: .relaxed) == Thread.currentNumber
  }

  /// Notes that a request waits for its response.
  func add(_ reply: RPCReply) {
    let entry = OpenReply(reply: reply, identity: ObjectIdentifier(reply))
    open.withLock { $0[reply.id, default: []].append(entry) }
    outbox.send(nil, .init(requests: 1, bytes: reply.cost), isCorked: true)
  }

  /// Takes an answered request from the list.
  func remove(_ reply: RPCReply) {
    let identity = ObjectIdentifier(reply)
    let id = reply.id
    open.withLock { open in
      open[id]?.removeAll { $0.identity == identity }
      if open[id]?.isEmpty == true { open[id] = nil }
    }
  }

  /// Tells those who work on requests with that id that the client gives them up.
  func cancel(id: [UInt8]) {
    let replies = open.withLock { $0[id] ?? [] }
    for entry in replies { entry.reply?.cancel() }
  }

  /// Puts a response into the queue, if there is one, or adds it to those of its batch; the
  /// next flush sends it. The cost is that of a request which was on the list.
  func send(
    _ outcome: Result<JSONFragments, RPCError>?, id: [UInt8], in batch: BatchReply?,
    openCost: Int? = nil
  ) {
    let response = outcome.map { OutgoingMessage.response($0, id: id) }
    var transaction = Outbox.Transaction(
      requests: openCost == nil ? 0 : -1, bytes: -(openCost ?? 0))
    let message = if let batch { batch.add(response, id: id, &transaction) } else { response }
    outbox.send(message, transaction, isCorked: true)
  }
}
