import HTTP
import System

/// Compressed bodies beside Python's zlib: it says of each what comes of it, and whether it is whole.
struct ZlibFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private let library: ZlibLibrary
  private let python: ChildProcess
  private var unread: [UInt8] = []

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

  mutating func run(_ random: inout FuzzRandom) throws(FuzzFailure) {
    let body = try CodedBody(&random, library)
    guard body.codings.count == 1 else { return findings.note("several codings") }
    let (text, fault) = BodyFuzzer.decoded(body, library, pieceBytes: 1 + random.below(2_000))
    let isGzip = body.codings[0] == .gzip
    try write([UInt8(ascii: isGzip ? "g" : "d")] + Self.number(body.bytes.count) + body.bytes)
    let verdict = try read(1)[0]
    let expected = try read(Self.count(try read(4)))
    let own: String =
      switch fault {
      case nil, .empty: "w"
      case .cut: "c"
      case .trailingBytes: "t"
      case .damaged: "d"
      default: "\(String(describing: fault))"
      }
    let said = "\(body.codings) \(body.bytes): \(String(describing: fault)), \(text)"
    try expect(own == String(UnicodeScalar(verdict)), "\(said); Python: \(UnicodeScalar(verdict))")
    // What comes in front of damage depends on the pieces.
    if own != "d" { try expect(text == expected, "\(said); Python: \(expected)") }
    findings.note(["w": "whole", "c": "cut", "t": "followed", "d": "damaged"][own] ?? own)
  }

  mutating func finish() throws(FuzzFailure) {
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
