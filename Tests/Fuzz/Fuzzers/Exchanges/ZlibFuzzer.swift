import HTTP
import System
import TestInput

/// Compressed bodies beside Python's zlib: it says of each what comes of it, and whether it is whole.
struct ZlibFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private let library: ZlibLibrary
  private let python: ChildProcess
  private var unread: [UInt8] = []
  private var pending: [Verdict] = []
  private var pendingBytes = 0

  /// Bodies that Python is asked about at once, and their bytes with what they decode to: less than
  /// a pipe holds, so that neither side waits for the other one.
  private static let (pendingMax, pendingBytesMax) = (64, 16_384)

  /// What the own decoder says of a body.
  private struct Verdict {
    let body: CodedBody
    let text: [UInt8]
    let fault: CodingFault?

    /// What Python calls it.
    var name: String {
      switch fault {
      case nil, .empty: "w"
      case .cut: "c"
      case .trailingBytes: "t"
      case .damaged: "d"
      default: "\(String(describing: fault))"
      }
    }
  }

  /// Reads a coding and a body, writes the verdict and what came of it, until the input ends.
  private static let script = """
    import struct, sys, zlib

    def stream(bits, data):
        inflation = zlib.decompressobj(bits)
        text = inflation.decompress(data)
        return text, inflation.eof, inflation.unused_data

    def read(coding, data):
        if coding == b"g":
            text = b""
            while True:
                more, ended, data = stream(31, data)
                text += more
                if not ended: return b"c", text
                if not data: return b"w", text
                if data[0] != 0x1F: return b"t", text
        if len(data) < 2: return b"c", b""
        named = data[0] & 15 == 8 and data[0] >> 4 <= 7 and (data[0] << 8 | data[1]) % 31 == 0
        text, ended, rest = stream(15 if named else -15, data)
        if not ended: return b"c", text
        return (b"t" if len(rest) > (0 if named else 4) else b"w"), text

    while True:
        head = sys.stdin.buffer.read(5)
        if len(head) < 5: break
        data = sys.stdin.buffer.read(struct.unpack(">I", head[1:])[0])
        try: verdict, text = read(head[:1], data)
        except zlib.error: verdict, text = b"d", b""
        sys.stdout.buffer.write(verdict + struct.pack(">I", len(text)) + text)
        sys.stdout.buffer.flush()
    """

  init() throws(FuzzFailure) {
    guard let library = ZlibLibrary.load() else { throw FuzzFailure("there is no zlib") }
    self.library = library
    do throws(SystemError) {
      python = try ChildProcess(
        ["python3", "-c", Self.script], path: Process.variable("PYTHON") ?? "/usr/bin/python3")
    } catch {
      throw FuzzFailure("python3 cannot be started: \(error.reason); PYTHON names it")
    }
  }

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let body = try CodedBody(&random, library)
    guard body.codings.count == 1 else { return findings.note("several codings") }
    let (text, fault) = BodyFuzzer.decoded(body, library, pieceBytes: 1 + random.below(2_000))
    pending.append(Verdict(body: body, text: text, fault: fault))
    pendingBytes += body.bytes.count + text.count
    if pending.count == Self.pendingMax || pendingBytes > Self.pendingBytesMax { try compare() }
  }

  /// Asks Python about the bodies since the last time.
  private mutating func compare() throws(FuzzFailure) {
    var question: [UInt8] = []
    for verdict in pending {
      question.append(UInt8(ascii: verdict.body.codings[0] == .gzip ? "g" : "d"))
      question += Self.number(verdict.body.bytes.count) + verdict.body.bytes
    }
    try write(question)
    for verdict in pending {
      let expected = String(UnicodeScalar(try read(1)[0]))
      let text = try read(Self.count(try read(4)))
      let own = verdict.name
      var said: String {
        "\(verdict.body.codings) \(verdict.body.bytes): \(String(describing: verdict.fault)), "
          + "\(verdict.text), in one of the last \(pending.count) runs; Python: \(expected)"
      }
      try expect(own == expected, said)
      // What comes in front of damage depends on the pieces.
      if own != "d" { try expect(verdict.text == text, "\(said), \(text)") }
      findings.note(["w": "whole", "c": "cut", "t": "followed", "d": "damaged"][own] ?? own)
    }
    pending.removeAll(keepingCapacity: true)
    pendingBytes = 0
  }

  mutating func finish() throws(FuzzFailure) {
    try compare()
    python.closeInput()
    let status = python.wait()
    try expect(status == 0, "Python ends with status \(status)")
  }

  private static func number(_ count: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
  }

  private static func count(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private func write(_ bytes: [UInt8]) throws(FuzzFailure) {
    do throws(SystemError) {
      try Descriptor.writeAll(python.input, bytes[...])
    } catch {
      throw FuzzFailure("Python is gone: \(error.reason)")
    }
  }

  private mutating func read(_ count: Int) throws(FuzzFailure) -> [UInt8] {
    while unread.count < count {
      guard let chunk = (try? Descriptor.chunk(python.output)) ?? nil else {
        throw FuzzFailure("Python is gone")
      }
      unread += chunk
    }
    defer { unread.removeFirst(count) }
    return Array(unread[..<count])
  }
}
