import System
import TestInput
import TestSupport
import Testing

@Suite struct FileTests {
  private let folder: String

  init() throws {
    folder = try File.makeTemporaryFolder(prefix: "file-tests")
  }

  @Test func fileIsReplacedInOneStep() throws {
    let path = folder + "/a"
    try File.checkReplacing(path)
    #expect(throws: SystemError.self) { try File.contents(of: path, bytesMax: 9) }
    try File.replace(path, with: [1, 2, 3])
    try File.replace(path, with: [4, 5])
    #expect(try File.contents(of: path, bytesMax: 2) == [4, 5])
    #expect(try File.contents(of: path, bytesMax: 1) == nil)
    #expect(throws: SystemError(call: "open", number: 2)) {
      try File.contents(of: path + ".new", bytesMax: 9)
    }
  }

  @Test func checkLeavesTheDraftOfAnotherProcess() throws {
    let path = folder + "/b"
    try File.replace(path + ".new", with: [1])
    try File.checkReplacing(path)
    #expect(try File.contents(of: path + ".new", bytesMax: 1) == [1])
  }

  @Test func missingFolderIsAnError() throws {
    let path = folder + "/none/a"
    let error = #expect(throws: SystemError.self) { try File.replace(path, with: []) }
    #expect(error?.isMissing == true)
    #expect(error?.reason.isEmpty == false)
  }

  @Test func newFileIsNeverAnOldOne() throws {
    let path = folder + "/new"
    Descriptor.close(try File.open(path, for: .creating))
    let error = #expect(throws: SystemError.self) { try File.open(path, for: .creating) }
    #expect(error?.isTaken == true)
  }

  @Test func lockHoldsUntilTheFileIsClosed() throws {
    let path = folder + "/lock"
    let first = try File.open(path, for: .creating)
    let second = try File.open(path, for: .reading)
    defer { Descriptor.close(second) }
    #expect(File.lock(first))
    #expect(!File.lock(second))
    Descriptor.close(first)
    #expect(File.lock(second))
  }

  @Test func bytesAreWrittenToAPlaceAndCutOff() throws {
    let file = try File.open(folder + "/b", for: .creating)
    defer { Descriptor.close(file) }
    try Descriptor.writeAll(file, [1, 2, 3, 4])
    try Descriptor.writeAll(file, [9][...], at: 1)
    try File.truncate(file, to: 3)
    try File.synchronize(file)
    #expect(File.size(of: file) == 3)
    #expect(try File.bytes(of: file, at: 0, bytesMax: 4) == [1, 9, 3])
  }
}
