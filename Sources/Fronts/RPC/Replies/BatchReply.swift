internal import JSON
internal import Synchronization

/// The responses to one batch, which are sent as one array when the last of them is there.
final class BatchReply: Sendable {
  /// The array so far.
  private struct State {
    var responses = JSONFragments()
    /// The number of requests without a response, plus one while the batch is being read.
    var missing = 1

    /// Counts down; at the end returns the whole array, which then no longer counts as backlog.
    mutating func countDown(_ transaction: inout Outbox.Transaction) -> JSONFragments? {
      missing -= 1
      guard missing == 0, responses.byteCount > 0 else { return nil }
      transaction.bytes -= responses.byteCount
      responses.append([0x5D])
      var array = JSONFragments()
      swap(&array, &responses)
      return array
    }
  }

  private let responseBytesMax: Int
  /// Guards the responses, which come from several threads.
  private let state = Mutex(State())

  /// A batch that is being read; its responses together have at most this many bytes.
  init(responseBytesMax: Int) {
    self.responseBytesMax = responseBytesMax
  }

  /// Counts one more response that will come.
  func expect() {
    state.withLock { $0.missing += 1 }
  }

  /// Adds a response, or counts one that will not come; the whole array if it was the last. What
  /// waits here is backlog.
  ///
  /// A response that would make the array too long is replaced by an error.
  func add(
    _ response: JSONFragments?, id: [UInt8], _ transaction: inout Outbox.Transaction
  ) -> JSONFragments? {
    state.withLock { state in
      guard let response else { return state.countDown(&transaction) }
      let held = state.responses.byteCount
      state.responses.append(held == 0 ? [0x5B] : [0x2C])
      if held + response.byteCount + 2 > responseBytesMax {
        let error = RPCError.messageTooLarge(maximum: responseBytesMax)
        state.responses.append(OutgoingMessage.response(.failure(error), id: id))
      } else {
        state.responses.append(response)
      }
      transaction.bytes += state.responses.byteCount - held
      return state.countDown(&transaction)
    }
  }

  /// Ends the reading of the batch; returns the whole array if all responses are there, nil
  /// otherwise. A batch of notifications only has no responses: nil, too.
  func endOfBatch(_ transaction: inout Outbox.Transaction) -> JSONFragments? {
    state.withLock { $0.countDown(&transaction) }
  }
}
