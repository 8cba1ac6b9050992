/// A folder with a Python of its own, and packages from PyPI in it.
struct VirtualEnvironment {
  let python: String

  /// How long making it or a package may take.
  private static let secondsMax = 300

  init(_ python: String, _ folder: TemporaryFolder) throws(BenchmarkError) {
    let path = "\(folder.path)/python"
    try TimedProcess.run([python, "-m", "venv", path], secondsMax: Self.secondsMax)
    self.python = "\(path)/bin/python"
  }

  /// Whether the package could be installed.
  func install(_ package: String) -> Bool {
    let words = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    return (try? TimedProcess.run(words, secondsMax: Self.secondsMax)) != nil
  }

  /// The peers that walk with packages of their own, with a note for each that is not there.
  static func peers(
    _ python: String, _ scripts: KeyValuePairs<String, String>, named suffix: String,
    _ bench: Bench,
    notes: inout [String]
  ) throws(BenchmarkError) -> [(name: String, process: PeerProcess)] {
    let environment: VirtualEnvironment
    do throws(BenchmarkError) {
      environment = try VirtualEnvironment(python, bench.folder)
    } catch {
      notes.append("no aiohttp and no dlt: \(error.explanation)")
      return []
    }
    var found: [(name: String, process: PeerProcess)] = []
    for (name, text) in scripts {
      guard environment.install(name) else {
        notes.append("no \(name): pip could not install it")
        continue
      }
      let script = try bench.folder.file("\(name)_\(suffix).py", Array(text.utf8))
      found.append((name, try PeerProcess([environment.python, script])))
    }
    return found
  }
}
