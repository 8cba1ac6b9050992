#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Measures a release build of Paginator beside its peers, in turns in the same run, and prints
/// one table: `swift build -c release && .build/release/Benchmarks`.
@main
enum Main {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    do throws(BenchmarkError) {
      let words = CommandLine.arguments.dropFirst()
      if words.first == ChildTask.option { return try ChildTask.run(words.dropFirst()) }
      try run(Options(words))
    } catch {
      Terminal.complain("Benchmarks: \(error.explanation)")
      exit(1)
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
        report.add(benchmark, try benchmark.measure(bench))
      } catch {
        report.note("\(benchmark.name) broke off: \(error.explanation)")
      }
    }
    print(options.wantsMarkdown ? report.markdown : report.text, terminator: "")
  }
}

/// What is said to a person beside the table.
enum Terminal {
  static func complain(_ text: String) {
    _ = FileBytes.write(Array((text + "\n").utf8), to: STDERR_FILENO)
  }
}
