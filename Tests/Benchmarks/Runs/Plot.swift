import JSON
import System

/// A picture of what grows with what: panels one below the other that share the x axis.
struct Plot: Sendable {
  /// The name of its file, without the ending.
  let name: String
  let title: String
  let xLabel: String
  let panels: [Panel]
  /// The x axis has powers of ten.
  var isLogarithmic = false

  /// One measure against what is on the x axis.
  struct Panel: Sendable {
    let label: String
    let unit: String
    /// The y axis has powers of ten; otherwise it begins at 0.
    var isLogarithmic = false
    let points: [(x: Double, y: Double)]
  }

  /// Has Plots/plot.py draw the picture into a folder, which is made where it is missing. `source`:
  /// the line below it, which says when and where it was measured.
  func write(to folder: String, source: String, _ bench: Bench) throws(BenchmarkError) {
    guard let python = bench.tools.python else { throw .usage("--plot needs python3 in PATH") }
    let path = "\(folder)/\(name).svg"
    try BenchmarkError.calling("mkdir") { () throws(SystemError) in
      try File.makeFolders(of: path)
    }
    let script = bench.tools.sources + "/Tests/Benchmarks/Plots/plot.py"
    let process = try TimedProcess([python, script], output: .file(path))
    try process.write(json(source).bytes)
    try process.finish()
  }

  private func json(_ source: String) -> JSONValue {
    let number = { (value: Double) in JSONValue.number(JSONNumber(text: "\(value)")) }
    return [
      "title": .string(title), "xLabel": .string(xLabel), "source": .string(source),
      "logarithmic": .boolean(isLogarithmic),
      "panels": .array(
        panels.map { panel in
          [
            "label": .string(panel.label), "unit": .string(panel.unit),
            "logarithmic": .boolean(panel.isLogarithmic),
            "points": .array(panel.points.map { [number($0.x), number($0.y)] }),
          ]
        }),
    ]
  }
}
