import System
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(1))) struct DescriptorTests {
  @Test("A short write is made at once as long as there is any room")
  func shortWrites() throws {
    let ends = try Descriptor.pipe()
    defer { [ends.reading, ends.writing].forEach(Descriptor.close) }
    #expect(Descriptor.takesAtOnce(ends.writing, Descriptor.pipeBytes))
    let bytes = [UInt8](repeating: 0x61, count: Descriptor.pipeBytes)
    while Descriptor.takesAtOnce(ends.writing, bytes.count) {
      #expect(Descriptor.write(ends.writing, bytes) == .written(bytes.count))
    }
    #expect(try Descriptor.chunk(ends.reading, bytesMax: bytes.count)?.count == bytes.count)
    #expect(Descriptor.takesAtOnce(ends.writing, bytes.count))
  }

  #if canImport(Glibc)
  @Test("A long write is made at once when the pipe is empty and as large")
  func longWritesToAPipe() throws {
    let ends = try Descriptor.pipe()
    defer { [ends.reading, ends.writing].forEach(Descriptor.close) }
    let room = Descriptor.bytesAtOnce(ends.writing, of: .max)
    #expect(room >= Descriptor.pipeBytes)
    #expect(Descriptor.takesAtOnce(ends.writing, room))
    #expect(!Descriptor.takesAtOnce(ends.writing, room + 1))
    // The whole room in pieces that end nowhere near a page of memory: the test hangs if it blocks.
    let piece = Descriptor.Piece(bytes: [UInt8](repeating: 0x61, count: room), range: 0..<room)
    let pieces = [0..<1, 1..<5001, 5001..<room].map {
      Descriptor.Piece(bytes: piece.bytes, range: $0)
    }
    #expect(Descriptor.write(ends.writing, pieces[...], bytesMax: .max) == .written(room))
    #expect(!Descriptor.takesAtOnce(ends.writing, Descriptor.pipeBytes + 1))
    #expect(try Descriptor.chunk(ends.reading, bytesMax: room - 1)?.count == room - 1)
    #expect(!Descriptor.takesAtOnce(ends.writing, Descriptor.pipeBytes + 1))
    #expect(try Descriptor.chunk(ends.reading)?.count == 1)
    #expect(Descriptor.takesAtOnce(ends.writing, room))
  }

  @Test("A long write is made at once when the socket is empty and has room for it")
  func longWritesToASocket() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { ends.forEach(Descriptor.close) }
    let room = Descriptor.bytesAtOnce(ends[0], of: .max)
    #expect(room > Descriptor.pipeBytes)
    #expect(!Descriptor.takesAtOnce(ends[0], room + 1))
    #expect(Descriptor.write(ends[0], [UInt8](repeating: 0x61, count: room)) == .written(room))
    #expect(Descriptor.bytesAtOnce(ends[0], of: .max) == Descriptor.pipeBytes)
  }

  @Test("Of a file nobody knows how much it takes at once")
  func filesHaveNoBuffer() throws {
    let file = open("/dev/null", O_WRONLY)
    defer { Descriptor.close(file) }
    #expect(Descriptor.bytesAtOnce(file, of: .max) == Descriptor.pipeBytes)
    #expect(Descriptor.bytesAtOnce(file, of: 1) == 1)
    #expect(Descriptor.takesAtOnce(file, 1))
  }
  #endif
}
