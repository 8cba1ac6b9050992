internal import JSON
internal import Synchronization

/// The responses to one batch, which are sent as one array when the last of them is there.
final class BatchReply: Sendable {
  /// The array so far.
  private struct State {
    var answers = JSONFragments()
    /// How many requests have no response, and one for as long as the batch is being read.
    var missing = 1

    /// Counts down; the whole array, which then is no backlog any more, at the end.
    mutating func countDown(_ settlement: inout Outbox.Settlement) -> JSONFragments? {
      missing -= 1
      guard missing == 0, answers.byteCount > 0 else { return nil }
      settlement.bytes -= answers.byteCount
      answers.append([0x5D])
      var array = JSONFragments()
      swap(&array, &answers)
      return array
    }
  }

  private let answerBytesMax: Int
  /// Guards the responses, which come from several threads.
  private let state = Mutex(State())

  /// A batch that is being read; its responses together have at most so many bytes.
  init(answerBytesMax: Int) {
    self.answerBytesMax = answerBytesMax
  }

  /// Counts one more answer that will come.
  func expect() {
    state.withLock { $0.missing += 1 }
  }

  /// Adds a response; the whole array if it was the last. What waits here is backlog.
  ///
  /// A response that would make the array too long is replaced by an error.
  func add(
    _ answer: JSONFragments, id: [UInt8], _ settlement: inout Outbox.Settlement
  ) -> JSONFragments? {
    state.withLock { state in
      let held = state.answers.byteCount
      state.answers.append(held == 0 ? [0x5B] : [0x2C])
      if held + answer.byteCount + 2 > answerBytesMax {
        let error = RPCError.messageTooLarge(maximum: answerBytesMax)
        state.answers.append(OutgoingMessage.answer(.failure(error), id: id))
      } else {
        state.answers.append(answer)
      }
      settlement.bytes += state.answers.byteCount - held
      return state.countDown(&settlement)
    }
  }

  /// The batch has been read; the whole array if all responses are there, nil too if there are
  /// none because there were only notifications.
  func endOfBatch(_ settlement: inout Outbox.Settlement) -> JSONFragments? {
    state.withLock { $0.countDown(&settlement) }
  }
}
