#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A thread that runs one piece of work.
struct BackgroundThread {
  private final class Box {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) {
      self.work = work
    }
  }

  private let handle: Platform.ThreadHandle

  /// Starts at once.
  init(_ work: @escaping @Sendable () -> Void) throws(BenchmarkError) {
    let box = Unmanaged.passRetained(Box(work))
    var handle: Platform.ThreadHandle?
    let result = Platform.startThread(&handle, box.toOpaque())
    guard result == 0, let handle else {
      box.release()
      throw .systemCallFailed(name: "pthread_create", errno: result)
    }
    self.handle = handle
  }

  /// Waits for the end of the work.
  func join() {
    pthread_join(handle, nil)
  }

  /// Lets the thread end by itself.
  func detach() {
    pthread_detach(handle)
  }

  /// Runs a box that `init` has made, on its thread.
  static func run(_ work: UnsafeMutableRawPointer) {
    Unmanaged<Box>.fromOpaque(work).takeRetainedValue().work()
  }
}
