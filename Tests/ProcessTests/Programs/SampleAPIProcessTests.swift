import Foundation
import Testing

/// `paginator sample-api`, and `sample-api`, which clients are tested with, as processes.
struct SampleAPIProcessTests {
  /// Some start children on threads that block signals: the API ends all the same.
  @Test(
    arguments: [[Built.paginator, "sample-api"], [Built.sampleAPI]], [SIGTERM, SIGINT, SIGHUP])
  func aSignalEndsItEvenIfTheParentBlocksSignals(command: [String], signal: Int32) throws {
    let python = Built.program("python3")
    guard let python else {
      print("skipped: signals of the sample API, as python3 is not installed")
      return
    }
    let script = """
      import signal, subprocess, sys
      signal.pthread_sigmask(signal.SIG_BLOCK, [\(signal)])
      api = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True)
      api.stdout.readline()
      api.send_signal(\(signal))
      try:
          print(api.wait(60))
      finally:
          api.kill()
      """
    try Run(python, ["-c", script] + command, prints: "-\(signal)\n")
  }

  /// The one that is shipped is small; the other one's help names its faults.
  @Test func theHelpSaysWhatEachOffers() throws {
    let shipped = try Run(Built.paginator, ["sample-api", "--help"], exits: 0).output
    let whole = try Run(Built.sampleAPI, ["--help"], exits: 0).output
    for path in ["/page", "/offset", "/link", "/body", "/cursor"] {
      #expect(shipped.contains("  \(path)?") && whole.contains("  \(path): ?"), "\(path)")
    }
    for other in ["/threads: ?", "/token (POST): ?", "  redirect-foreign: "] {
      #expect(!shipped.contains(other) && whole.contains(other), "\(other)")
    }
  }

  @Test(arguments: [["--port"], ["--items", "x"], ["--port", "70000"], ["--nothing", "1"]])
  func wrongOptionsAreSaid(arguments: [String]) throws {
    let run = try Run(Built.sampleAPI, arguments, exits: 2)
    #expect(run.errors.hasPrefix("sample-api: ") && run.output.isEmpty)
  }
}
