import Foundation
import Testing

/// Servers from PyPI and Debian, filled with rows and walked by the built executable; the rows are
/// counted on the server's own side. See `Tests/Servers`.
///
/// `PAGINATOR_SERVERS_PYTHON` names a Python that has the servers. `.ci/run` installs it.
@Suite struct RealServerTests {
  /// A program of `Tests/Servers` with its arguments.
  struct Program: CustomTestStringConvertible, Sendable {
    let name: String
    var arguments: [String] = []

    /// A program is ended after this many seconds.
    static let secondsMax = 1_200.0

    var testDescription: String { name }
  }

  static let python = ProcessInfo.processInfo.environment["PAGINATOR_SERVERS_PYTHON"]
  static let programs = [
    Program(name: "walk.py"),
    Program(name: "moving.py", arguments: ["--walks", "800", "--promises"]),
  ]

  @Test func missingServersAreReported() {
    if RealServerTests.python == nil {
      print("skipped: the walks of real servers, as PAGINATOR_SERVERS_PYTHON is not set")
    }
  }

  @Test(.enabled(if: python != nil), arguments: programs)
  func listsOfRealServersAreReadWhole(program: Program) throws {
    let run = try Run(
      try #require(RealServerTests.python),
      ["Tests/Servers/\(program.name)"] + program.arguments,
      environment: ["PAGINATOR": Built.paginator, "PYTHONDONTWRITEBYTECODE": "1"],
      seconds: Program.secondsMax)
    print(run.output)
    #expect(run.status == 0, "\(program.name):\n\(run.output)\n\(run.errors.suffix(4_000))")
  }
}
