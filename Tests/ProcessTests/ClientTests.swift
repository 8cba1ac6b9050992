import Foundation
import SampleAPI
import Testing

/// The clients' own tests, each in the manner of its ecosystem, against the built executable: those
/// of languages one after the other, and beside them those of programs.
///
/// A suite whose program is missing is skipped, and so is a test inside of one; both are said in
/// lines that begin with "skipped:". `.ci/run` installs them all.
@Suite struct ClientTests {
  /// One suite of a client.
  struct Suite: CustomTestStringConvertible, Sendable {
    let name: String
    let program: String
    let arguments: [String]
    /// Run by the shell; the program is what the script needs.
    var isScript = false

    /// A suite is ended after this many seconds.
    static let secondsMax = 900.0

    var testDescription: String { name }
  }

  /// `PAGINATOR_PYTHON` names one that has what the tests would skip otherwise.
  private static let python =
    ProcessInfo.processInfo.environment["PAGINATOR_PYTHON"] ?? "python3"

  static let languages = [
    Suite(
      name: "python", program: python,
      arguments: [
        "-m", "unittest", "discover", "-v", "-s", "clients/python/tests", "-t", "clients/python",
      ]),
    Suite(
      name: "mcp",
      program: ProcessInfo.processInfo.environment["PAGINATOR_MCP_PYTHON"] ?? "python3",
      arguments: ["-m", "unittest", "discover", "-v", "-s", "clients/mcp/tests"]),
    Suite(name: "node", program: "node", arguments: ["--test", "clients/node/test"]),
    Suite(name: "vscode", program: "node", arguments: ["--test", "clients/vscode/test"]),
    Suite(name: "minimal", program: "jq", arguments: ["clients/minimal/test.sh"], isScript: true),
  ]

  static let programs = [
    Suite(name: "emacs", program: "emacs", arguments: ["clients/emacs/test.sh"], isScript: true),
    Suite(name: "neovim", program: "nvim", arguments: ["clients/neovim/test.sh"], isScript: true),
    Suite(name: "spark", program: "java", arguments: ["clients/spark/test.sh"], isScript: true),
    Suite(name: "web", program: "node", arguments: ["clients/web/test.sh"], isScript: true),
  ]

  private static func isInstalled(_ suite: Suite) -> Bool { Built.program(suite.program) != nil }

  @Test func whatIsSkippedIsSaid() {
    for suite in ClientTests.languages + ClientTests.programs
    where !ClientTests.isInstalled(suite) {
      print("skipped: the tests of the client \(suite.name), as \(suite.program) is missing")
    }
  }

  @Test(.serialized, arguments: languages.filter(isInstalled))
  func theTestsOfALanguagePass(suite: Suite) throws { try pass(suite) }

  @Test(.serialized, arguments: programs.filter(isInstalled))
  func theTestsOfAProgramPass(suite: Suite) throws { try pass(suite) }

  private func pass(_ suite: Suite) throws {
    let api = try SampleServer(SampleOptions())
    defer { api.stop() }
    let program = try #require(Built.program(suite.isScript ? "bash" : suite.program))
    let run = try Run(
      program, suite.arguments,
      environment: ["PAGINATOR": Built.paginator, "PAGINATOR_SAMPLE_API": api.url],
      seconds: Suite.secondsMax)
    #expect(
      run.status == 0,
      """
      \(suite.name):
      \(ClientTests.failures(in: run.output + "\n" + run.errors))
      the end:
      \(run.output.suffix(1_000))
      \(run.errors.suffix(2_000))
      """)
    for line in ClientTests.skipped(in: run.output + "\n" + run.errors) {
      print("skipped: of the client \(suite.name): \(line)")
    }
  }

  /// What unittest, Node or a script prints of each test that fails, at most 30 lines each and
  /// 8,000 characters together.
  static func failures(in text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var end = 0
    var shown: [Substring] = []
    for (index, line) in lines.enumerated() {
      let said = line.drop { $0 == " " }
      if ["not ok", "✖", "FAIL", "ERROR:", "failed:"].contains(where: { said.hasPrefix($0) }) {
        end = index + 30
      }
      if index < end { shown.append(line) }
    }
    return String(shown.joined(separator: "\n").prefix(8_000))
  }

  /// The lines in which unittest, Node or a script says what it has skipped.
  static func skipped(in text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { line in
      line.hasPrefix("skipped:") || line.contains(" ... skipped ") || line.contains("# SKIP")
        || (line.hasPrefix("﹣ ") && line.contains(" # "))
    }
  }

  @Test(
    arguments: [
      ("test_a (tests.A.test_a) ... skipped 'mypy is not installed'", true),
      ("ok 3 - tsc accepts the usage # SKIP tsc is not installed", true),
      ("﹣ tsc accepts the usage (0.1ms) # tsc is not installed", true),
      ("skipped: the picture, for want of tmux", true),
      ("test_a (tests.A.test_a) ... ok", false),
      ("ok 3 - a skipped page is asked for again", false),
      ("# skipped 0", false),
      ("ℹ skipped 0", false),
    ])
  func whatAClientSkipsIsFound(line: String, isSkipped: Bool) {
    #expect(ClientTests.skipped(in: "a\n" + line + "\nb").isEmpty == !isSkipped)
  }

  @Test(arguments: [
    "    not ok 2 - the grid", "FAIL: test_a (tests.A.test_a)", "✖ the grid (1 ms)",
  ])
  func whatFailsInAClientIsShown(line: String) {
    let passed = Array(repeating: "ok 1 - a failure is told", count: 40).joined(separator: "\n")
    let text = "\(passed)\n\(line)\n  expected 1\n\(passed)"
    let shown = ClientTests.failures(in: text)
    #expect(shown.hasPrefix("\(line)\n  expected 1\n"))
    #expect(shown.split(separator: "\n").count == 30)
  }
}
