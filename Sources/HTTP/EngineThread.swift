#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A thread of the system that is joined or detached once.
///
/// `@unchecked Sendable`: the id of a thread may be used on every thread until it is joined or
/// detached, which its owner does once.
struct EngineThread: @unchecked Sendable {
  private let id: pthread_t

  /// Whether this is the thread that asks.
  var isCurrent: Bool { pthread_equal(id, pthread_self()) != 0 }

  /// Waits until the thread has ended.
  func join() {
    pthread_join(id, nil)
  }

  /// Lets the thread end by itself.
  func detach() {
    pthread_detach(id)
  }

  /// Runs the body on a new thread; nil where the system has none left.
  ///
  /// SIGPIPE is blocked there: libcurl's NOSIGNAL leaves it to the process what becomes of a
  /// write to a closed connection.
  static func start(_ body: @escaping @Sendable () -> Void) -> EngineThread? {
    create {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      body()
    }
  }

  /// Carries a closure through the one pointer that a thread gets.
  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  #if canImport(Darwin)
  private static func create(_ run: @escaping @Sendable () -> Void) -> EngineThread? {
    let body = Unmanaged.passRetained(Body(run))
    var id: pthread_t?
    let code = pthread_create(
      &id, nil,
      { pointer in
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard code == 0, let id else {
      body.release()
      return nil
    }
    return EngineThread(id: id)
  }
  #else
  private static func create(_ run: @escaping @Sendable () -> Void) -> EngineThread? {
    let body = Unmanaged.passRetained(Body(run))
    var id = pthread_t()
    let code = pthread_create(
      &id, nil,
      { pointer in
        if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      return nil
    }
    return EngineThread(id: id)
  }
  #endif
}
