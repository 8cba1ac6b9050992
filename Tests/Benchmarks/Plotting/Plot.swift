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
}

extension Plot {
  /// Writes the picture into a folder, which is made where it is missing. `source`: the line below
  /// it, which says when and where it was measured.
  func write(to folder: String, source: String) throws(BenchmarkError) {
    let path = "\(folder)/\(name).svg"
    try BenchmarkError.calling("mkdir") { () throws(SystemError) in
      try File.makeFolders(of: path)
    }
    try WholeFile.write(path, Array(PlotDrawing(self, source: source).svg.utf8))
  }
}
