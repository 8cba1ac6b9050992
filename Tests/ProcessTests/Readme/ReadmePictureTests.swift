import Foundation
import System
import TestSupport
import Testing

/// README.md shows what really happens.
struct ReadmePictureTests {
  @Test func thePictureIsWhatARunLooksLike() throws {
    guard let python = Built.program("python3") else {
      print("skipped: the picture in README.md, as python3 is not installed")
      return
    }
    try Run(
      python, [".ci/picture.py", "--check"], environment: ["PAGINATOR": Built.paginator], exits: 0)
  }

  /// With nothing else running: the block starts the sample API, and ends it.
  @Test func theFirstSessionWorksAsWritten() throws {
    let shell = try #require(Built.program("bash"))
    let blocks = try Built.text("README.md").components(separatedBy: "```")
    let block = try #require(blocks.first { $0.hasPrefix("sh\npaginator sample-api") })
    let folder = URL(filePath: Built.paginator).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let (listener, port) = try Socket.loopback()
    listener.close()
    let run = try Run(
      shell, ["-c", String(block.dropFirst(3)).replacing("8080", with: "\(port)")],
      environment: ["PATH": "\(folder):\(path)"], exits: 0)
    let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("{\"jsonrpc\"") }
    #expect(lines.count == 3)
    #expect(lines.last?.contains("\"page\":2") == true && lines.last?.contains("\"id\":4") == true)
  }

  /// Every option and command that README.md speaks of is one.
  @Test func optionsAreThoseOfTheHelp() throws {
    let readme = try Built.text("README.md")
    var known = try Run(Built.paginator, ["--help"]).output
    for command in ["fetch", "detect", "profiles", "sample-api", "version"] {
      known += try Run(Built.paginator, [command, "--help"]).output
    }
    for line in readme.split(separator: "\n") where line.hasPrefix("paginator ") {
      for option in line.matches(of: /\ (--[a-z][a-z-]+)/) {
        #expect(known.contains(option.output.1), "\(option.output.1) in: \(line)")
      }
    }
  }
}
