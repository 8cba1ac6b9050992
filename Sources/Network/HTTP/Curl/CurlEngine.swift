import CCurl
import Synchronization
import System

/// The part of the engine that every thread may touch: the commands for its thread, and the thread.
final class CurlEngine: Sendable {
  enum Command: Sendable {
    case add(CurlTransfer)
    case cancel(id: Int)
  }

  private struct State {
    var commands: [Command] = []
    var nextID = 0
    var thread: Thread?
    /// The handle to wake; nil until the thread has it and after it has given it up.
    var sleeper: CurlMulti?
    /// True when the thread waits, or is about to, so that it must be woken.
    var isSleeping = false
    var isStopped = false
  }

  let limits: CurlLimits
  let userAgent: String
  let trust: TrustStore
  let libraries: [String]
  let zlibLibraries: [String]
  /// Guards everything in the state; held for a few instructions, or to wake the thread.
  private let state = Mutex(State())

  init(
    limits: CurlLimits, userAgent: String, trust: TrustStore, libraries: [String],
    zlibLibraries: [String]
  ) {
    self.zlibLibraries = zlibLibraries
    self.limits = limits
    self.userAgent = userAgent
    self.trust = trust
    self.libraries = libraries
  }

  /// Starts the thread unless it runs.
  func start() {
    state.withLock { state in _ = startThread(&state) }
  }

  func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion) -> CurlTransfer {
    let (transfer, isAccepted) = state.withLock { state in
      let transfer = CurlTransfer(
        id: state.nextID, request: request, engine: self, completion: completion)
      state.nextID += 1
      let isAccepted = state.thread != nil || startThread(&state)
      if isAccepted {
        state.commands.append(.add(transfer))
        wake(&state)
      }
      return (transfer, isAccepted)
    }
    if !isAccepted {
      let name = libraries.first ?? "libcurl"
      transfer.finish(.failure(.engineUnavailable(library: name, detail: "no thread left")))
    }
    return transfer
  }

  func cancel(_ id: Int) {
    state.withLock { state in
      state.commands.append(.cancel(id: id))
      wake(&state)
    }
  }

  /// Ends the thread and waits for it, unless this is the thread.
  func shutdown() {
    let thread = state.withLock { state -> Thread? in
      state.isStopped = true
      wake(&state)
      defer { state.thread = nil }
      return state.thread
    }
    thread?.join()
  }

  // MARK: For the engine's thread

  /// Lets others wake this handle from now on; nil ends that.
  func setSleeper(_ sleeper: CurlMulti?) {
    state.withLock { state in
      state.sleeper = sleeper
      state.isSleeping = false
    }
  }

  /// The commands that came since the last call, and whether the thread shall end.
  func takeCommands() -> (commands: [Command], isStopped: Bool) {
    state.withLock { state in
      var taken: [Command] = []
      swap(&taken, &state.commands)
      state.isSleeping = false
      return (taken, state.isStopped)
    }
  }

  /// True when there is nothing to do but wait; from then on a command wakes the thread.
  func mayWait() -> Bool {
    state.withLock { state in
      state.isSleeping = state.commands.isEmpty && !state.isStopped
      return state.isSleeping
    }
  }

  private func run() {
    var error = HTTPError.cancelled
    if !takesStop() {
      do throws(HTTPError) {
        let driver = try CurlDriver(engine: self, library: CurlLibrary.load(libraries))
        driver.run()
      } catch let failure {
        error = failure
      }
    }
    while !endThread() {
      for case .add(let transfer) in takeCommands().commands { transfer.finish(.failure(error)) }
    }
  }

  private func takesStop() -> Bool {
    state.withLock { $0.isStopped }
  }

  /// Ends the thread's time unless there are commands left; a later one starts another thread.
  private func endThread() -> Bool {
    state.withLock { state in
      guard state.commands.isEmpty else { return false }
      if state.thread?.isCurrent == true { state.thread = nil }
      return true
    }
  }

  /// Makes sure that the thread runs; false where the system has none left. The lock is held.
  private func startThread(_ state: inout State) -> Bool {
    if state.thread == nil { state.thread = try? Thread { self.run() } }
    return state.thread != nil
  }

  /// The lock is held, so that the handle cannot go away meanwhile.
  private func wake(_ state: inout State) {
    guard state.isSleeping, let sleeper = state.sleeper else { return }
    state.isSleeping = false
    sleeper.wake()
  }
}
