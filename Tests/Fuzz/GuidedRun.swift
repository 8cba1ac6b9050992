#if canImport(Glibc)
import Glibc
import TestInput
#else
import Darwin
#endif

/// Runs whose input libFuzzer chooses by what it covers: `.ci/sanitize guided` builds the executable
/// with it. Its bytes take the place of the random numbers.
enum GuidedRun {
  private typealias Target = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Driver =
    @convention(c) (UnsafeMutablePointer<CInt>, UnsafeMutablePointer<Arguments>, Target) -> CInt

  /// Runs until `options` or a failure ends it. `corpus`: a folder of input to go on from, which it
  /// adds to, or a file of input to repeat.
  static func run(
    _ fuzzer: Fuzzer, corpus: String, _ options: Options
  ) throws(FuzzFailure) -> Never {
    guard let symbol = dlsym(nil, "LLVMFuzzerRunDriver") else {
      throw FuzzFailure("this executable was built without libFuzzer; see .ci/sanitize guided")
    }
    runner = try fuzzer.make()
    // libFuzzer ends the process itself where it has a folder.
    atexit { if let findings = GuidedRun.runner?.findings { say("found: \(findings)") } }
    var words = ["Fuzz", "-timeout=120", "-print_final_stats=1", "-max_len=2048"]
    if let seconds = options.seconds { words.append("-max_total_time=\(Int(seconds))") }
    if let count = options.count { words.append("-runs=\(count)") }
    words.append(corpus)
    let pointers = words.map { strdup($0) } + [nil]
    let arguments = Arguments.allocate(capacity: pointers.count)
    arguments.initialize(from: pointers, count: pointers.count)
    var count = CInt(words.count)
    var start = arguments
    let status = unsafeBitCast(symbol, to: Driver.self)(&count, &start) { bytes, count in
      GuidedRun.take(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    exit(status)
  }

  /// libFuzzer calls from one thread.
  nonisolated(unsafe) private static var runner: (any FuzzRunner)?

  /// One run; a failure ends the process as a crash does, so that its input is kept.
  private static func take(_ bytes: [UInt8]) {
    var random = SeededGenerator(bytes: bytes)
    do throws(FuzzFailure) {
      try runner?.run(&random)
    } catch {
      say("FAILED: \(error.text)")
      abort()
    }
  }
}
