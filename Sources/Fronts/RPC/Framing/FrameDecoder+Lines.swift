internal import JSON
internal import Text

// The lines framing: a bad line costs only itself.

extension FrameDecoder {
  /// Gives out the line that begins at `position`, without the blanks around it, once it is
  /// whole; its first `searched` bytes hold no line feed.
  mutating func readLine(_ searched: Int) -> Step {
    let start = position
    guard let end = lineFeed(from: start + searched) else {
      let length = bytes.count - start
      // One byte over the limit may still be the CR of a line's end.
      if length > messageBytesMax + 1
        || length == messageBytesMax + 1 && bytes.last != 0x0D
      {
        state = .overlongLine
        return .event(.fault(.tooLarge))
      }
      state = .line(searched: length)
      return .starved
    }
    return deliverLine(start..<end, length: end + 1 - start)
  }

  /// Drops what is there of a line that is over the limit.
  mutating func skipOverlongLine() -> Step {
    guard let end = lineFeed(from: position) else {
      position = bytes.count
      return .starved
    }
    leave(end + 1 - position)
    return .again
  }

  /// The input has ended after a line without a line feed: a message, if it is JSON.
  mutating func endInsideLine() -> Step {
    endedInside = true
    return deliverLine(position..<bytes.count, length: bytes.count - position)
  }

  private mutating func deliverLine(_ range: Range<Int>, length: Int) -> Step {
    let hasReturn = bytes[..<range.upperBound].last == 0x0D
    let line = range.lowerBound..<(range.upperBound - (hasReturn ? 1 : 0))
    guard line.count <= messageBytesMax else {
      leave(length)
      return .event(.fault(.tooLarge))
    }
    state = .delivered(line, length: length)
    return .event(.message(line))
  }

  private func lineFeed(from start: Int) -> Int? {
    bytes.span.firstOffset(of: 0x0A, in: start..<bytes.count)
  }
}
