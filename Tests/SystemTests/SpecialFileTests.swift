import Foundation
import System
import TestInput
import TestSupport
import Testing

/// Pipes and folders where files are wanted.
@Suite struct SpecialFileTests {
  private let folder: String
  private let fifo: String

  init() throws {
    folder = try File.makeTemporaryFolder(prefix: "special-file-tests")
    fifo = folder + "/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
  }

  @Test func pipeIsNotWaitedFor() {
    for path in [fifo, folder] {
      for seconds in [nil, 60.0] {
        let error = #expect(throws: SystemError.self) {
          try File.contents(of: path, bytesMax: 9, pipeSeconds: seconds)
        }
        #expect(error?.reason == "it is not a regular file")
      }
    }
  }

  @Test func pipeIsNotLocked() {
    for path in [fifo, folder] {
      let failure = #expect(throws: SystemError.self) { try LockedFile.lock(path) }
      #expect(failure?.reason == "it is not a regular file")
    }
  }

  @Test func descriptorOfAShellMayBeAPipe() throws {
    let pipe = Pipe()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    try pipe.fileHandleForWriting.write(contentsOf: Data([1, 2, 3]))
    try pipe.fileHandleForWriting.close()
    #expect(throws: SystemError.self) { try File.contents(of: path, bytesMax: 9) }
    #expect(try File.contents(of: path, bytesMax: 3, pipeSeconds: 60) == [1, 2, 3])
  }

  @Test func pipeOfADescriptorHasAMaximum() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data([1, 2, 3]))
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(try File.contents(of: path, bytesMax: 2, pipeSeconds: 60) == nil)
  }

  @Test func pipeThatDoesNotEndIsGivenUp() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    let error = #expect(throws: SystemError.self) {
      try File.contents(of: path, bytesMax: 9, pipeSeconds: 0.01)
    }
    #expect(error?.number == ETIMEDOUT)
    try pipe.fileHandleForWriting.close()
  }

  @Test func fileOfADescriptorIsRead() throws {
    let path = folder + "/file"
    try File.replace(path, with: [7, 8])
    let descriptor = try File.open(path, for: .reading)
    defer { Descriptor.close(descriptor) }
    #expect(
      try File.contents(of: "/dev/fd/\(descriptor)", bytesMax: 2, pipeSeconds: 60) == [7, 8])
  }

  #if os(Linux)
  @Test func fileWithoutASizeIsReadWhole() throws {
    let bytes = try #require(try File.contents(of: "/proc/self/status", bytesMax: 1 << 20))
    #expect(bytes.starts(with: "Name:".utf8) && bytes.count > 500)
    #expect(try File.contents(of: "/proc/self/status", bytesMax: 500) == nil)
  }
  #endif

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func maximumIsExact(count: Int) throws {
    let path = folder + "/file"
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try File.replace(path, with: bytes)
    #expect(try File.contents(of: path, bytesMax: count) == bytes)
    if count > 0 { #expect(try File.contents(of: path, bytesMax: count - 1) == nil) }
  }
}
