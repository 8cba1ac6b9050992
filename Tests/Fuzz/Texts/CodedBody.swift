import HTTP
import TestInput

/// Compressed bodies: whole, cut, damaged, with something behind them.
struct CodedBody {
  /// What is known of the bytes.
  enum State {
    case whole
    /// A true beginning of a whole one, of a single stream in each coding.
    case cut
    /// Whatever.
    case damaged
  }

  /// In the order in which they were applied.
  let codings: [ContentCoding]
  let text: [UInt8]
  let bytes: [UInt8]
  let state: State

  /// One of at most so many bytes, before it is compressed.
  init(_ random: inout SeededGenerator, _ library: ZlibLibrary, bytesMax: Int = 3_000)
    throws(FuzzFailure)
  {
    var codings: [ContentCoding] = []
    let text = CodedBody.text(&random, bytesMax: bytesMax)
    var bytes = text
    var hasMembers = false
    for _ in 0...(random.chance(10) ? random.below(3) : 0) {
      let coding = random.pick(ContentCoding.allCases)
      codings.append(coding)
      let format: ZlibLibrary.DataFormat =
        coding == .gzip ? .gzip : random.chance(50) ? .zlib : .raw
      var parts = [bytes]
      if coding == .gzip, random.chance(20) {
        let place = random.below(bytes.count + 1)
        parts = [Array(bytes[..<place]), Array(bytes[place...])]
        hasMembers = true
      }
      bytes = []
      for part in parts {
        guard
          let made = library.compress(
            part, format, level: random.below(10), strategy: random.below(5))
        else { throw FuzzFailure("zlib does not compress") }
        bytes += made
      }
    }
    self.codings = codings
    self.text = text
    switch random.below(3) {
    case 0:
      state = .whole
    case 1:
      bytes = Array(bytes.prefix(random.below(bytes.count)))
      state = hasMembers ? .damaged : .cut
    default:
      bytes = random.damaged(bytes, times: 4)
      if random.chance(20) { bytes += Array("\u{1F}\u{0}more".utf8.prefix(1 + random.below(6))) }
      state = .damaged
    }
    self.bytes = bytes
  }

  private static func text(_ random: inout SeededGenerator, bytesMax: Int) -> [UInt8] {
    switch random.below(4) {
    case 0: Array(JSONText().value(&random).utf8.prefix(bytesMax))
    case 1: (0..<random.below(200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 2: Array(repeating: UInt8(random.below(256)), count: random.below(bytesMax))
    default: random.chance(20) ? [] : Array("[{\"id\":\(random.below(9_999))}]".utf8)
    }
  }
}
