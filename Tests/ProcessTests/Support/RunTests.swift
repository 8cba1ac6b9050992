import Foundation
import TestSupport
import Testing

/// How programs are ended that tests run.
struct RunTests {
  @Test(arguments: [
    "sleep 600",  // does not end
    "sleep 600 & echo $! >child; exit 0",  // has ended, but a child holds its output
    "exec >&- 2>&-; sleep 600 & echo $! >child; wait",  // has closed its output, but does not end
  ])
  func aProgramIsEndedWithItsChildren(script: String) throws {
    let folder = try TemporaryFolder()
    try Run(
      "/bin/bash", ["-c", "echo written; " + script], folder: folder.url, seconds: 5,
      exits: SIGKILL, prints: "written\n", says: "/bin/bash was ended after 5.0 seconds")
    if let text = try? String(contentsOf: folder.url.appending(path: "child"), encoding: .utf8) {
      let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      // Whoever adopts it may take a moment to reap it: a zombie has no command line.
      let place = "/proc/\(child)/cmdline"
      while let words = FileManager.default.contents(atPath: place), !words.isEmpty {
        sched_yield()
      }
    }
  }

  @Test func aProgramThatEndsSaysHow() throws {
    try Run(
      "/bin/bash", ["-c", "cat; echo b >&2; exit 7"], input: "a", seconds: 60, exits: 7,
      prints: "a", errors: "b\n")
  }
}
