import TestInput
import Testing

@testable import HTTP

@Suite struct BodyDecoderTests {
  private let zlib = ZlibLibrary.load()

  private static let forms: [(ContentCoding, ZlibLibrary.DataFormat)] = [
    (.gzip, .gzip), (.deflate, .zlib), (.deflate, .raw),
  ]

  /// What comes of data that is fed in pieces of a size; the fault at the end, or the one on the way.
  private func decode(
    _ data: [UInt8], _ codings: [ContentCoding], pieceBytes: Int = .max, bytesMax: Int = 1 << 20
  ) -> (body: [UInt8], fault: CodingFault?) {
    var body: [UInt8] = []
    do throws(CodingFault) {
      let decoder = try BodyDecoder(codings, bytesMax: bytesMax, zlib)
      var rest = data[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(pieceBytes))
        rest = rest.dropFirst(pieceBytes)
        try feed(decoder, piece, &body)
      }
      return (body, decoder.fault)
    } catch {
      return (body, error)
    }
  }

  private func feed(
    _ decoder: BodyDecoder, _ piece: [UInt8], _ body: inout [UInt8]
  ) throws(CodingFault) {
    let result = piece.withUnsafeBytes { bytes in
      Result { () throws(CodingFault) in try decoder.take(bytes, addingTo: &body) }
    }
    try result.get()
  }

  private func compressed(_ bytes: [UInt8], _ format: ZlibLibrary.DataFormat) throws -> [UInt8] {
    try #require(zlib?.compress(bytes, format))
  }

  private static func text(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 5) }
  }

  @Test(arguments: forms, [1, 17, 70_000, 200_000])
  func wholeDataIsDecodedInAnyPieces(
    form: (ContentCoding, ZlibLibrary.DataFormat), count: Int
  ) throws {
    let text = Self.text(count)
    let data = try compressed(text, form.1)
    for pieceBytes in [1, 2, 3, 1_000, .max] {
      let (body, fault) = decode(data, [form.0], pieceBytes: pieceBytes)
      #expect(body == text)
      #expect(fault == nil)
    }
  }

  @Test(arguments: forms)
  func dataThatIsCutAnywhereIsNotWhole(form: (ContentCoding, ZlibLibrary.DataFormat)) throws {
    let data = try compressed(Self.text(2_000), form.1)
    for count in 0..<data.count {
      #expect(decode(Array(data.prefix(count)), [form.0]).fault == .cut(form.0), "\(count)")
    }
  }

  @Test(arguments: forms)
  func wholeStreamOfNothingIsEmpty(form: (ContentCoding, ZlibLibrary.DataFormat)) throws {
    #expect(decode(try compressed([], form.1), [form.0]).fault == .empty(form.0))
  }

  @Test func membersAreJoined() throws {
    let data = try compressed(Array("ab".utf8), .gzip) + compressed([], .gzip)
    let both = data + (try compressed(Array("cd".utf8), .gzip))
    for pieceBytes in [1, .max] {
      let (body, fault) = decode(both, [.gzip], pieceBytes: pieceBytes)
      #expect(body == Array("abcd".utf8))
      #expect(fault == nil)
    }
    for count in data.count + 1..<both.count {
      #expect(decode(Array(both.prefix(count)), [.gzip]).fault == .cut(.gzip), "\(count)")
    }
  }

  @Test(
    arguments: [
      (ContentCoding.gzip, ZlibLibrary.DataFormat.gzip, [0], CodingFault.trailingBytes),
      (.gzip, .gzip, [0x1F, 0], .damaged(.gzip, detail: "incorrect header check")),
      (.gzip, .gzip, [0x1F], .cut(.gzip)),
      (.deflate, .zlib, [0x78], .trailingBytes),
      (.deflate, .raw, [1, 2, 3, 4], nil),
      (.deflate, .raw, [1, 2, 3, 4, 5], .trailingBytes),
    ] as [(ContentCoding, ZlibLibrary.DataFormat, [UInt8], CodingFault?)])
  func bytesBehindTheEndAreJudged(
    coding: ContentCoding, format: ZlibLibrary.DataFormat, extra: [UInt8], expected: CodingFault?
  ) throws {
    let data = try compressed([1, 2, 3], format) + extra
    for pieceBytes in [1, .max] {
      let (body, fault) = decode(data, [coding], pieceBytes: pieceBytes)
      #expect(body == [1, 2, 3])
      #expect(fault == expected)
    }
  }

  @Test(arguments: [1, 2, 5, 8])
  func wrongTrailerIsDamage(fromEnd: Int) throws {
    var data = try compressed(Self.text(100), .gzip)
    data[data.count - fromEnd] ^= 1
    let words = fromEnd > 4 ? "incorrect data check" : "incorrect length check"
    #expect(decode(data, [.gzip]).fault == .damaged(.gzip, detail: words))
  }

  @Test func dictionaryIsRefused() {
    let fault = decode([0x78, 0xBB, 1, 2, 3, 4, 5], [.deflate]).fault
    #expect(fault == .damaged(.deflate, detail: "it needs a dictionary"))
  }

  @Test func codingsAreUndoneInTheOtherOrder() throws {
    let text = Self.text(5_000)
    let data = try compressed(try compressed(text, .zlib), .gzip)
    let (body, fault) = decode(data, [.deflate, .gzip], pieceBytes: 7)
    #expect(body == text)
    #expect(fault == nil)
    #expect(decode(data.dropLast(), [.deflate, .gzip]).fault == .cut(.gzip))
    let inner = try compressed(try compressed(text, .zlib).dropLast(), .gzip)
    #expect(decode(inner, [.deflate, .gzip]).fault == .cut(.deflate))
  }

  @Test func maximumHoldsAtEveryStage() throws {
    let zeros = [UInt8](repeating: 0, count: 300_000)
    let data = try compressed(zeros, .gzip)
    #expect(decode(data, [.gzip], bytesMax: 300_000).fault == nil)
    let (body, fault) = decode(data, [.gzip], bytesMax: 299_999)
    #expect(fault == .tooLarge)
    #expect(body.count < 300_000)
    // Members of nothing: the inner stage makes no byte, the outer one many.
    let nothing = try compressed([], .gzip)
    let bomb = try compressed((0..<20_000).flatMap { _ in nothing }, .gzip)
    #expect(decode(bomb, [.gzip, .gzip], bytesMax: 100_000).fault == .tooLarge)
  }

  @Test func withoutZlibNothingIsUndone() {
    #expect(throws: CodingFault.noZlib) { try BodyDecoder([.gzip], bytesMax: 1, nil) }
    #expect(throws: Never.self) { try BodyDecoder([], bytesMax: 1, nil) }
  }

  @Test(
    arguments: [
      ("gzip", [.gzip]), ("X-GZIP", [.gzip]), ("deflate, gzip", [.deflate, .gzip]),
      ("identity", []), ("none", []), ("", []), (" , gzip ,", [.gzip]),
    ] as [(String, [ContentCoding])])
  func namesAreRead(value: String, expected: [ContentCoding]) throws {
    #expect(
      try ContentCoding.list(HTTPHeaders([.init(name: "content-encoding", value: value)]))
        == expected)
  }

  @Test(arguments: [
    ("br", CodingFault.unknown(name: "br")), ("gzip, zstd", .unknown(name: "zstd")),
    ("gzip,gzip,gzip,gzip,gzip", .tooManyCodings),
  ])
  func otherNamesAreRefused(value: String, expected: CodingFault) {
    #expect(throws: expected) {
      try ContentCoding.list(HTTPHeaders([.init(name: "Content-Encoding", value: value)]))
    }
  }
}
