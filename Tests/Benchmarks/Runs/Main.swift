import System

/// Measures a release build of Paginator beside its peers, in turns in the same run, and prints
/// one table: `swift build -c release && .build/release/Benchmarks`.
@main
enum Main {
  static func main() {
    Signals.ignoreBrokenPipes()
    do throws(BenchmarkError) {
      let words = CommandLine.arguments.dropFirst()
      if words.first == ChildTask.option { return try ChildTask.run(words.dropFirst()) }
      try run(Options(words))
    } catch {
      Terminal.complain("Benchmarks: \(error.explanation)")
      Process.exit(1)
    }
  }

  private static func run(_ options: Options) throws(BenchmarkError) {
    if options.wantsHelp { return print(Options.help, terminator: "") }
    let bench = try Bench(options)
    defer { bench.folder.remove() }
    var report = Report(bench)
    for benchmark in Benchmark.all where options.includes(benchmark.name) {
      Terminal.complain("\(benchmark.name): \(benchmark.title)")
      do throws(BenchmarkError) {
        let outcome = try benchmark.measure(bench)
        report.add(benchmark, outcome)
        guard let folder = options.plotFolder else { continue }
        for plot in outcome.plots {
          try plot.write(to: folder, source: report.source, bench)
        }
      } catch {
        report.note("\(benchmark.name) broke off: \(error.explanation)")
      }
    }
    guard options.wantsMarkdown else { return print(report.text, terminator: "") }
    Terminal.complain(report.text)
    print(report.markdown, terminator: "")
  }
}

/// What is said to a person beside the table.
enum Terminal {
  static func complain(_ text: String) {
    try? Descriptor.writeAll(Descriptor.standardError, text + "\n")
  }
}
