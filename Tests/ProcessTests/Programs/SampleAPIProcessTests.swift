import Foundation
import Testing

/// `paginator sample-api` as a process.
struct SampleAPIProcessTests {
  /// Some start children on threads that block signals: the API ends all the same.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func aSignalEndsItEvenIfTheParentBlocksSignals(signal: Int32) throws {
    let python = Built.program("python3")
    guard let python else {
      print("skipped: signals of the sample API, as python3 is not installed")
      return
    }
    let script = """
      import signal, subprocess, sys
      signal.pthread_sigmask(signal.SIG_BLOCK, [\(signal)])
      api = subprocess.Popen([sys.argv[1], "sample-api"], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True)
      api.stdout.readline()
      api.send_signal(\(signal))
      try:
          print(api.wait(60))
      finally:
          api.kill()
      """
    try Run(python, ["-c", script, Built.paginator], prints: "-\(signal)\n")
  }
}
