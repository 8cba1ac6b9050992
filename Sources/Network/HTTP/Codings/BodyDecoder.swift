/// Undoes the codings of a body while it comes, within the maximum of what it may become.
///
///     Content-Encoding: gzip
///     1f 8b 08 ...            {"items":[...]}
///
/// Feeding it the same bytes in other pieces has the same outcome.
package final class BodyDecoder {
  /// In the order in which data passes through them.
  private let stages: [Inflation]
  private let bytesMax: Int
  /// The number of bytes that each decoder has made.
  private var made: [Int]

  /// Throws `noZlib` where there are codings, but no library.
  package init(
    _ codings: [ContentCoding], bytesMax: Int, _ library: ZlibLibrary?
  ) throws(CodingFault) {
    var stages: [Inflation] = []
    for coding in codings.reversed() {
      guard let library else { throw .noZlib }
      stages.append(Inflation(coding, library))
    }
    self.stages = stages
    self.bytesMax = bytesMax
    made = Array(repeating: 0, count: stages.count)
  }

  /// Takes a piece of the coded body, and adds what comes of it to the decoded one.
  package func take(
    _ piece: UnsafeRawBufferPointer, addingTo body: inout [UInt8]
  ) throws(CodingFault) {
    try pass(piece, to: 0, &body)
  }

  /// The fault of a body that ends here; nil if it is whole.
  package var fault: CodingFault? {
    if let open = stages.first(where: { !$0.isWhole }) { return .cut(open.coding) }
    if let last = stages.last, made.last == 0 { return .empty(last.coding) }
    return nil
  }

  private func pass(
    _ piece: UnsafeRawBufferPointer, to stage: Int, _ body: inout [UInt8]
  ) throws(CodingFault) {
    guard stage < stages.count else {
      body.append(contentsOf: piece)
      return
    }
    try stages[stage].take(piece) { (decoded) throws(CodingFault) in
      guard decoded.count <= bytesMax - made[stage] else { throw .tooLarge }
      made[stage] += decoded.count
      try pass(decoded, to: stage + 1, &body)
    }
  }
}
