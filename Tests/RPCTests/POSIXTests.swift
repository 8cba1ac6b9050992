import Testing

@testable import RPC

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(1))) struct POSIXTests {
  @Test("A short write is made at once as long as there is any room")
  func shortWrites() throws {
    let ends = try #require(POSIX.makePipe())
    defer { [ends.reading, ends.writing].forEach(POSIX.close) }
    #expect(POSIX.takesAtOnce(ends.writing, POSIX.pipeBytes))
    let bytes = [UInt8](repeating: 0x61, count: POSIX.pipeBytes)
    while POSIX.takesAtOnce(ends.writing, bytes.count) {
      #expect(POSIX.write(ends.writing, bytes) == .written(bytes.count))
    }
    var buffer = bytes
    #expect(POSIX.read(ends.reading, into: &buffer) == bytes.count)
    #expect(POSIX.takesAtOnce(ends.writing, bytes.count))
  }

  #if canImport(Glibc)
  @Test("A long write is made at once when the pipe is empty and as large")
  func longWritesToAPipe() throws {
    let ends = try #require(POSIX.makePipe())
    defer { [ends.reading, ends.writing].forEach(POSIX.close) }
    let room = POSIX.emptyBufferBytes(ends.writing)
    #expect(room >= POSIX.pipeBytes)
    #expect(POSIX.takesAtOnce(ends.writing, room))
    #expect(!POSIX.takesAtOnce(ends.writing, room + 1))
    // The whole room in pieces that end nowhere near a page of memory: the test hangs if it blocks.
    let piece = POSIX.Piece(bytes: [UInt8](repeating: 0x61, count: room), range: 0..<room)
    var batch = OutgoingBatch(
      [0..<1, 1..<5001, 5001..<room].map { POSIX.Piece(bytes: piece.bytes, range: $0) })
    #expect(batch.write(to: ends.writing, bytesMax: .max) == .written(room))
    #expect(batch.rest.isEmpty)
    #expect(!POSIX.takesAtOnce(ends.writing, POSIX.pipeBytes + 1))
    var buffer = [UInt8](repeating: 0, count: room - 1)
    #expect(POSIX.read(ends.reading, into: &buffer) == room - 1)
    #expect(!POSIX.takesAtOnce(ends.writing, POSIX.pipeBytes + 1))
    #expect(POSIX.read(ends.reading, into: &buffer) == 1)
    #expect(POSIX.takesAtOnce(ends.writing, room))
  }

  @Test("A long write is made at once when the socket is empty and has room for it")
  func longWritesToASocket() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { ends.forEach(POSIX.close) }
    let room = POSIX.emptyBufferBytes(ends[0])
    #expect(room > POSIX.pipeBytes)
    #expect(!POSIX.takesAtOnce(ends[0], room + 1))
    #expect(POSIX.write(ends[0], [UInt8](repeating: 0x61, count: room)) == .written(room))
    #expect(POSIX.emptyBufferBytes(ends[0]) == 0)
  }

  @Test("Of a file nobody knows how much it takes at once")
  func filesHaveNoBuffer() throws {
    let file = open("/dev/null", O_WRONLY)
    defer { POSIX.close(file) }
    #expect(POSIX.emptyBufferBytes(file) == 0)
    #expect(POSIX.takesAtOnce(file, 1))
  }
  #endif
}
