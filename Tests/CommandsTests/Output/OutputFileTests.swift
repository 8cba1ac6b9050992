import Store
import TestSupport
import Testing

@testable import Commands

/// Files that pages are written into.
struct OutputFileTests {
  /// A page of which a piece fails has left nothing in the file, which has the pages before it.
  @Test func aFileHasWholePages() throws {
    let folder = try TemporaryFolder()
    var file = try OutputFile(path: folder.path("out"), keeping: nil, ending: nil)
    try file.writePage { file throws(FetchError) in
      try file.write(Array("1\n".utf8), tail: Array("end".utf8))
    }
    #expect(throws: FetchError.self) {
      try file.writePage { file throws(FetchError) in
        try file.write(Array("2\n".utf8), tail: Array("end".utf8))
        throw .interrupted
      }
    }
    file.leave()
    #expect(try folder.bytes("out") == Array("1\nend".utf8))
    #expect(file.bytes == 2)
    file.close()
  }

  /// One that was made for a page that failed is removed.
  @Test func aFileWithoutPagesIsRemoved() throws {
    let folder = try TemporaryFolder()
    var file = try OutputFile(path: folder.path("out"), keeping: nil, ending: nil)
    #expect(throws: FetchError.self) {
      try file.writePage { file throws(FetchError) in
        try file.write(Array("1\n".utf8), tail: [])
        throw .interrupted
      }
    }
    file.leave()
    #expect(folder.names.isEmpty)
    file.close()
  }
}
