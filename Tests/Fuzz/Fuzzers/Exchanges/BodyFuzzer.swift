import HTTP
import TestInput

/// Compressed bodies in any pieces: whole ones come back, of cut ones it is known, and the pieces
/// change nothing.
struct BodyFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private(set) var inputBytes = 0
  private let library: ZlibLibrary

  static let bytesMax = 1 << 22

  init() throws(FuzzFailure) {
    guard let library = ZlibLibrary.load() else { throw FuzzFailure("there is no zlib") }
    self.library = library
  }

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let body = try CodedBody(&random, library)
    inputBytes = body.bytes.count
    let (text, fault) = Self.decoded(body, library, pieceBytes: .max)
    var said: String { "\(body.codings) \(body.bytes)" }
    switch body.state {
    case .whole where body.text.isEmpty:
      findings.note("empty")
      guard case .empty? = fault else { throw FuzzFailure("\(said): \(String(describing: fault))") }
    case .whole:
      findings.note("whole")
      try expect(fault == nil && text == body.text, "\(said): \(String(describing: fault))")
    case .cut:
      findings.note("cut")
      guard case .cut? = fault else { throw FuzzFailure("\(said): \(String(describing: fault))") }
      try expect(body.text.starts(with: text), "\(said) gives \(text)")
    case .damaged: findings.note(fault == nil ? "damaged and read" : "damaged")
    }
    let pieces = 1 + random.below(40)
    let other = Self.decoded(body, library, pieceBytes: pieces)
    try expect(
      other.text == text && other.fault == fault, "\(said) in pieces of \(pieces): \(other)")
  }

  /// What comes of a body that arrives in pieces, and what is wrong with it.
  static func decoded(
    _ body: CodedBody, _ library: ZlibLibrary, pieceBytes: Int
  ) -> (text: [UInt8], fault: CodingFault?) {
    var text: [UInt8] = []
    do throws(CodingFault) {
      let decoder = try BodyDecoder(body.codings, bytesMax: bytesMax, library)
      var start = 0
      while start < body.bytes.count {
        let end = pieceBytes < body.bytes.count - start ? start + pieceBytes : body.bytes.count
        let taken = body.bytes.withUnsafeBytes { bytes in
          let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
          return Result { () throws(CodingFault) in try decoder.take(piece, addingTo: &text) }
        }
        try taken.get()
        start = end
      }
      return (text, decoder.fault)
    } catch {
      return (text, error)
    }
  }
}
