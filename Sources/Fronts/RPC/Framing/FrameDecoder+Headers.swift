// The headers framing: blocks, bodies, and the way back from broken ones.

extension FrameDecoder {
  /// Reads on in the header block that begins at `position`.
  ///
  /// A malformed line is searched from its first byte, so that a header glued to garbage is
  /// found; a line that states a bad or a second length is skipped; a whole block without a
  /// length is searched from its first byte. The lines before a malformed one need no search:
  /// every block that began in one of them would run into the same malformed line.
  mutating func readBlock(_ begun: HeaderBlock) -> Step {
    var block = begun
    while true {
      let line = block.readLine(bytes.span, start: position)
      if block.searched >= headerBytesMax, block.searched > block.line {
        return searchFrom(max(block.line, 1))
      }
      switch line {
      case .incomplete:
        state = .block(block)
        return .starved
      case .malformed:
        return searchFrom(max(block.line, 1))
      case .unknown(let end):
        block.beginLine(end)
      case .length(let length, let end):
        if let stated = block.length, stated != length { return searchFrom(end) }
        block.length = length
        block.beginLine(end)
      case .badLength(let end):
        return searchFrom(end)
      case .last(let end):
        return finish(block, end: end)
      }
    }
  }

  /// Goes from a whole header block of `end` bytes to its body.
  private mutating func finish(_ block: HeaderBlock, end: Int) -> Step {
    guard let length = block.length else { return searchFrom(0) }
    guard length <= messageBytesMax else {
      position += end
      state = .search(refused: length)
      isReported = true
      return .event(.fault(.tooLarge))
    }
    position += end
    state = .body(length: length)
    return .again
  }

  /// Gives out the body once it is there.
  mutating func readBody(_ length: Int) -> Step {
    guard bytes.count - position >= length else { return .starved }
    let range = position..<(position + length)
    state = .delivered(range, length: length)
    return .event(.message(range))
  }

  /// Looks for the next header in a body that is not JSON: inside it where its length was too long,
  /// after it otherwise.
  mutating func rejectBody(_ range: Range<Int>) -> Fault? {
    if let hit = HeaderSearch.first(bytes.span, in: range) {
      return resume(at: hit)
    }
    if let tail = HeaderSearch.tail(bytes.span, in: range) {
      position = tail
      state = .tail(count: range.upperBound - tail)
    } else {
      position = range.upperBound
      state = .gap
    }
    return .notJSON
  }

  /// Reads on after a refused body whose last `count` bytes may begin a header.
  ///
  /// That body has been answered already, because the next byte may come at any time or never. If
  /// the header's name continues, the body's length was too long, which is a framing fault.
  mutating func readTail(_ count: Int) -> Step {
    let present = min(bytes.count - position, HeaderSearch.count)
    guard HeaderSearch.matches(bytes.span, at: position, count: present) else {
      leave(count)
      return .again
    }
    guard present == HeaderSearch.count else { return .starved }
    state = .block(HeaderBlock())
    return reportFraming()
  }

  /// Looks for a header in garbage, and keeps only bytes that may begin one.
  mutating func search(_ refused: Int) -> Step {
    guard let hit = HeaderSearch.first(bytes.span, in: position..<bytes.count) else {
      let start = max(position, bytes.count - HeaderSearch.count + 1)
      state = .search(refused: max(0, refused - (start - position)))
      position = start
      return .starved
    }
    position = hit
    state = .block(HeaderBlock())
    return .again
  }

  /// The input has ended inside a body; messages that it swallowed are still found.
  mutating func endInsideBody() -> Step {
    endedInside = true
    if let hit = HeaderSearch.first(bytes.span, in: position..<bytes.count) {
      guard let fault = resume(at: hit) else { return .again }
      return .event(.fault(fault))
    }
    leave(bytes.count - position)
    return isReported ? .starved : .event(.fault(.truncated))
  }

  /// Takes the words at `hit` for a header; the fault, unless this run has been reported.
  private mutating func resume(at hit: Int) -> Fault? {
    position = hit
    state = .block(HeaderBlock())
    guard case .event(.fault(let fault)) = reportFraming() else { return nil }
    return fault
  }
}
