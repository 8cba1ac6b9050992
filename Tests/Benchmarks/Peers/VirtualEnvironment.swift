/// A folder with a Python of its own, and packages from PyPI in it.
struct VirtualEnvironment {
  let python: String

  /// How long making it or a package may take.
  private static let secondsMax = 300

  init(_ python: String, _ folder: TemporaryFolder) throws(BenchmarkError) {
    let path = "\(folder.path)/python"
    try ChildProcess.run([python, "-m", "venv", path], secondsMax: Self.secondsMax)
    self.python = "\(path)/bin/python"
  }

  /// Whether the package could be installed.
  func install(_ package: String) -> Bool {
    let words = [
      python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package,
    ]
    return (try? ChildProcess.run(words, secondsMax: Self.secondsMax)) != nil
  }
}
