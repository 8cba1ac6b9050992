import System

/// Pieces that are being written, and how far that has come.
struct OutgoingBatch: Sendable {
  private var pieces: [Descriptor.Piece] = []
  private var next = 0

  var isEmpty: Bool { next == pieces.count }

  /// The pieces that are still to be written.
  var rest: [Descriptor.Piece] { isEmpty ? [] : Array(pieces[next...]) }

  init(_ pieces: [Descriptor.Piece] = []) {
    self.pieces = pieces
  }

  /// Writes at most `bytesMax` bytes of what is left.
  mutating func write(to descriptor: Int32, bytesMax: Int) -> Descriptor.WriteOutcome {
    let outcome = Descriptor.write(descriptor, pieces[next...], bytesMax: bytesMax)
    if case .written(let count) = outcome { drop(count) }
    return outcome
  }

  private mutating func drop(_ count: Int) {
    var left = count
    while next < pieces.count, left >= pieces[next].range.count {
      left -= pieces[next].range.count
      pieces[next] = Descriptor.Piece(bytes: [], range: 0..<0)
      next += 1
    }
    guard left > 0, next < pieces.count else { return }
    let range = pieces[next].range
    pieces[next].range = (range.lowerBound + left)..<range.upperBound
  }
}
