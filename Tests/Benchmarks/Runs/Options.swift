/// The command line.
struct Options {
  /// Fewer rounds: seconds instead of minutes, and less trustworthy numbers.
  private(set) var isQuick = false
  private(set) var wantsMarkdown = false
  private(set) var wantsHelp = false
  /// The names after `--only`; empty means all.
  private(set) var names: [String] = []
  /// Where the pictures go; nil: there are none.
  private(set) var plotFolder: String?

  static let help = """
    Benchmarks [--quick] [--only NAME[,NAME...]] [--markdown] [--plot DIR]

    Measures a release build of Paginator beside its peers and prints one table.
      --quick     fewer rounds
      --only      \(Benchmark.all.map(\.name).joined(separator: ", "))
      --markdown  the table of protocol/speed.md
      --plot      writes what it draws into a folder, as SVG; without --only it measures scale
    The server is the paginator beside this program, or the one that PAGINATOR names; clangd,
    node, python3 and curl come from PATH. What is not there is left out and said so.

    """

  init(_ words: ArraySlice<String>) throws(BenchmarkError) {
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "--quick": isQuick = true
      case "--markdown": wantsMarkdown = true
      case "--help", "-h": wantsHelp = true
      case "--plot":
        guard let folder = words.popFirst() else { throw .usage("--plot needs a folder") }
        plotFolder = folder
      case "--only":
        guard let list = words.popFirst() else { throw .usage("--only needs a name") }
        names += list.split(separator: ",").map(String.init)
      default: throw .usage("there is no option \(word)")
      }
    }
    if plotFolder != nil, names.isEmpty { names = [ScaleBenchmark.benchmark.name] }
    let known = Benchmark.all.map(\.name)
    if let name = names.first(where: { !known.contains($0) }) {
      throw .usage("there is no benchmark \(name), only \(known.joined(separator: ", "))")
    }
  }

  /// Whether the benchmark is asked for.
  func includes(_ name: String) -> Bool {
    names.isEmpty || names.contains(name)
  }
}
