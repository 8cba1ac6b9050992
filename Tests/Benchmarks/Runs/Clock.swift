#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The clocks, in seconds.
enum Clock {
  /// Time that passes.
  static var wallSeconds: Double { seconds(CLOCK_MONOTONIC) }

  /// Time that this thread has computed.
  static var threadSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// Lets this thread rest.
  static func sleep(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
