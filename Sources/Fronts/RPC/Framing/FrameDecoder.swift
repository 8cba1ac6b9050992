import Text

/// Cuts a stream of bytes into messages, and finds the next message after broken framing.
///
/// A resumable value without I/O: `append` brings bytes in any chunks, `next` gives events until it
/// returns nil, and the events do not depend on where the chunks were cut. With
///
///     Content-Length: 2\r\n\r\n{}junk\r\nContent-Length: 4\r\n\r\nnull
///
/// they are a message (`{}`), a fault (`framing`, for the junk) and a message (`null`). The decoder
/// does not check that a message is JSON: a caller that reads one that is not calls `reject()`
/// before the next `next()`, and the decoder looks for a message that it may have swallowed.
struct FrameDecoder: Sendable {
  /// An event in the input.
  enum Event: Equatable, Sendable {
    /// A message: its place in `bytes`, valid until the next call.
    case message(Range<Int>)
    /// Something that is not a message; the decoder continues after it.
    case fault(Fault)
  }

  /// The reason why there is no message.
  enum Fault: Equatable, Sendable {
    /// Bytes that are no header, or a length that was too short or too long; once per run.
    case framing
    /// A message in its frame that is not JSON.
    case notJSON
    /// A message that is over the limit; it is skipped, not kept.
    case tooLarge
    /// The input ended inside a message or a header.
    case truncated
  }

  /// The meaning of the bytes from `position` on.
  enum State: Equatable, Sendable {
    /// White space before a message, which is skipped.
    case gap
    /// The end of a refused body, `count` bytes that a header's name may begin with.
    case tail(count: Int)
    /// A header block, read so far.
    case block(HeaderBlock)
    /// A body of that many bytes.
    case body(length: Int)
    /// Garbage that is searched for a header; the next `refused` bytes are a body's that was too
    /// large.
    case search(refused: Int)
    /// A line, of which this many bytes hold no line feed.
    case line(searched: Int)
    /// The rest of a line that is over the limit.
    case overlongLine
    /// A message that was given out; the next one begins `length` bytes after `position`.
    case delivered(Range<Int>, length: Int)
  }

  /// One step's outcome.
  enum Step {
    case event(Event)
    /// The state has changed: take another step.
    case again
    /// More bytes are needed.
    case starved
  }

  /// Most bytes of a body or a line.
  let messageBytesMax: Int
  /// Most bytes of a header block without the empty line that ends it.
  let headerBytesMax: Int
  /// The framing; nil until the first byte has chosen it.
  private(set) var framing: RPCFraming?
  /// The bytes that are still of use; what is before `position` is not.
  private(set) var bytes: [UInt8] = []
  /// The input has ended inside a message or a header.
  var endedInside = false

  /// Offset of the first byte that is not done with.
  var position = 0
  var state = State.gap
  /// The present run of garbage has been reported; the next message ends it.
  var isReported = false
  private var hasEnded = false

  init(framing: RPCFraming?, messageBytesMax: Int, headerBytesMax: Int) {
    self.framing = framing
    self.messageBytesMax = messageBytesMax
    self.headerBytesMax = headerBytesMax
  }

  /// Takes in a chunk of the stream.
  mutating func append(_ chunk: some Collection<UInt8>) {
    dropDoneBytes()
    // Only where at least as much is to come as would be moved.
    if case .body(let length) = state, bytes.count - position < length / 2 {
      bytes.reserveCapacity(position + length)
    }
    bytes.append(contentsOf: chunk)
  }

  /// Says that no more bytes will come.
  mutating func end() {
    hasEnded = true
  }

  /// The next event; nil when more bytes are needed (after `end`: when there is nothing more).
  mutating func next() -> Event? {
    while true {
      var step = step()
      if case .starved = step, hasEnded { step = stepAtEnd() }
      switch step {
      case .event(let event): return event
      case .again: continue
      case .starved: return nil
      }
    }
  }

  /// Says that the message just given out is not JSON; the fault to report, if one is to be.
  mutating func reject() -> Fault? {
    guard case .delivered(let range, let length) = state else { return nil }
    if framing == .headers { return rejectBody(range) }
    leave(length)
    return .notJSON
  }

  /// Leaves the buffer to a document that shares it, so that a long message is never copied.
  ///
  /// Only for the message just given out; false, and nothing changes, where too much else is in the
  /// buffer: then moving that would cost more than copying the message.
  mutating func releaseBuffer() -> Bool {
    guard case .delivered(let range, let length) = state, range.count > bytes.count / 2 else {
      return false
    }
    bytes = Array(bytes[min(position + length, bytes.count)...])
    position = 0
    state = .delivered(0..<0, length: 0)
    return true
  }

  private mutating func step() -> Step {
    switch state {
    case .gap: skipGap()
    case .tail(let count): readTail(count)
    case .block(let block): readBlock(block)
    case .body(let length): readBody(length)
    case .search(let refused): search(refused)
    case .line(let searched): readLine(searched)
    case .overlongLine: skipOverlongLine()
    case .delivered(_, let length): accept(length)
    }
  }

  /// Handles the bytes that are left when the input has ended.
  private mutating func stepAtEnd() -> Step {
    switch state {
    case .gap, .delivered: return .starved
    case .tail(let count):
      leave(count)
      return .again
    case .body: return endInsideBody()
    case .line: return endInsideLine()
    case .block:
      endedInside = true
      leave(bytes.count - position)
      return isReported ? .starved : .event(.fault(.truncated))
    case .search(let refused):
      endedInside = refused > bytes.count - position
      leave(bytes.count - position)
      return .starved
    case .overlongLine:
      endedInside = true
      return .starved
    }
  }

  /// Skips white space; the first other byte begins a message.
  private mutating func skipGap() -> Step {
    var offset = position
    while offset < bytes.count, ASCII.isBlank(bytes[offset]) { offset += 1 }
    position = offset
    guard offset < bytes.count else { return .starved }
    if framing == nil {
      framing = bytes[offset] == 0x7B || bytes[offset] == 0x5B ? .lines : .headers
    }
    state = framing == .lines ? .line(searched: 0) : .block(HeaderBlock())
    return .again
  }

  private mutating func accept(_ length: Int) -> Step {
    isReported = false
    if framing == .lines { endedInside = false }
    leave(length)
    return .again
  }

  /// Continues in the gap after the next `count` bytes.
  mutating func leave(_ count: Int) {
    position = min(position + count, bytes.count)
    state = .gap
  }

  /// Goes to the garbage `count` bytes on; the fault, unless this run has been reported.
  mutating func searchFrom(_ count: Int) -> Step {
    position = min(position + count, bytes.count)
    state = .search(refused: 0)
    return reportFraming()
  }

  /// The fault for broken framing, once per run.
  mutating func reportFraming() -> Step {
    if isReported { return .again }
    isReported = true
    return .event(.fault(.framing))
  }

  /// Frees the room of what is done with: in linear time over the whole stream, because no more
  /// bytes are moved than are dropped.
  private mutating func dropDoneBytes() {
    if position == bytes.count {
      if bytes.capacity > Self.spareBytesMax {
        bytes = []
      } else {
        bytes.removeAll(keepingCapacity: true)
      }
      position = 0
    } else if position > bytes.count / 2 {
      bytes.removeSubrange(..<position)
      position = 0
    }
  }

  /// Most bytes of an empty buffer that is kept for the next chunk.
  private static let spareBytesMax = 1 << 20
}
