import Synchronization
import System
import TestInput

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Feeds what reads from outside with random input: `swift run -c release Fuzz json --count 1000000`.
/// README.md beside this file says more.
@main
enum Main {
  static func main() {
    Signals.ignoreBrokenPipes()
    do throws(FuzzFailure) {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp { return say(Options.help) }
      if let corpus = options.corpus, let fuzzer = Fuzzer.all.first(where: options.includes) {
        try GuidedRun.run(fuzzer, corpus: corpus, options)
      }
      reportCrashes()
      endAtSignals()
      for fuzzer in Fuzzer.all where options.includes(fuzzer) {
        try run(fuzzer, options)
      }
    } catch {
      say("FAILED: \(error.text)")
      Process.exit(1)
    }
  }

  private static func run(_ fuzzer: Fuzzer, _ options: Options) throws(FuzzFailure) {
    let began = SystemClock.monotonicSeconds
    say("\(fuzzer.name): --seed \(options.seed) --from \(options.first)")
    var runner = try fuzzer.make()
    var memory = MemoryJudge(process: runner.process)
    var done = 0
    while options.goesOn(done: done, seconds: SystemClock.monotonicSeconds - began) {
      let number = options.first + done
      present.store(number, ordering: .relaxed)
      alarm(secondsMax)
      var random = SeededGenerator(seed: options.seed, number: number)
      do throws(FuzzFailure) {
        try runner.run(&random)
        try memory.note(inputBytes: runner.inputBytes)
      } catch {
        throw FuzzFailure(
          "\(fuzzer.name) --seed \(options.seed) --from \(number) --count 1: \(error.text)")
      }
      done += 1
    }
    try memory.judge()
    try runner.finish()
    let seconds = SystemClock.monotonicSeconds - began
    let time = "\(Int(seconds.rounded(.up))) s\(memory.words)"
    say("\(fuzzer.name): \(done) runs in \(time); \(runner.findings)")
  }

  /// A run that takes longer hangs.
  private static let secondsMax: UInt32 = 120

  /// Says at which run the process was ended, or hangs.
  private static func endAtSignals() {
    for number in Signals.endings {
      Signals.handle(number) { signal in
        say("ended by signal \(signal) in run \(present.load(ordering: .relaxed))")
        _exit(128 + signal)
      }
    }
    Signals.handle(SIGALRM) { _ in
      say("HANGS: --from \(present.load(ordering: .relaxed)) --count 1")
      _exit(1)
    }
  }

  /// Says at which run the process died of what it read.
  private static func reportCrashes() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT] {
      signal(number) { signal in
        say("CRASHED by signal \(signal): --from \(present.load(ordering: .relaxed)) --count 1")
        _exit(128 + signal)
      }
    }
  }
}

/// The number of the run under way.
private let present = Atomic(0)

/// Input that was not read as it should have been.
struct FuzzFailure: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Says something at once, even where the process dies next.
func say(_ text: String) {
  try? Descriptor.writeAll(Descriptor.standardOutput, text + "\n")
}

/// Throws where something does not hold.
func expect(_ holds: Bool, _ text: @autoclosure () -> String) throws(FuzzFailure) {
  if !holds { throw FuzzFailure(text()) }
}
