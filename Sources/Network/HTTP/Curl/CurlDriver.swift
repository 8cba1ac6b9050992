/// The engine's thread at work: takes commands, drives libcurl, completes transfers. Everything
/// here is touched by that thread alone.
final class CurlDriver {
  private let engine: CurlEngine
  private let library: CurlLibrary
  /// nil where the system has none: then no body is to be compressed.
  private let zlib: ZlibLibrary?
  private let multi: CurlMulti
  private let connections: CurlConnections
  private var queue: TransferQueue
  /// Transfers that wait for their turn.
  private var waiting: [Int: CurlTransfer] = [:]
  /// Handles in use, by the id of their transfer. Each serves one transfer: libcurl 7.88 unfolds a
  /// folded first header line into the freed headers of the handle's previous transfer. Connections
  /// belong to the multi handle, so keep-alive works without keeping handles.
  private var running: [Int: CurlHandle] = [:]
  /// Those of the latest request.
  private var lines: HeaderLines?

  /// While nothing runs, only a command ends the wait; libcurl's own timers end it otherwise.
  private static let waitMilliseconds: Int32 = 60_000

  init(engine: CurlEngine, library: CurlLibrary) throws(HTTPError) {
    let multi = try CurlMulti(library, limits: engine.limits)
    self.engine = engine
    self.library = library
    zlib = ZlibLibrary.load(engine.zlibLibraries)
    self.multi = multi
    connections = CurlConnections(library)
    queue = TransferQueue(limits: engine.limits)
  }

  /// Runs until the engine is stopped; every transfer is completed then.
  func run() {
    engine.setSleeper(multi)
    while true {
      let (commands, isStopped) = engine.takeCommands()
      for command in commands {
        switch command {
        case .add(let transfer): add(transfer)
        case .cancel(let id): cancel(id)
        }
      }
      guard !isStopped else { break }
      multi.perform()
      while let (handle, code) = multi.nextDone() { complete(handle, code) }
      if engine.mayWait() { multi.wait(milliseconds: Self.waitMilliseconds) }
    }
    engine.setSleeper(nil)
    stop()
  }

  private func add(_ transfer: CurlTransfer) {
    switch queue.enter(transfer.id, host: transfer.host) {
    case .starts: start(transfer)
    case .waits:
      transfer.setWait(.connection)
      waiting[transfer.id] = transfer
    case .refused:
      let maximum = engine.limits.requestsWaitingMax
      transfer.finish(.failure(.tooManyRequests(maximum: maximum)))
    }
  }

  /// Starts a transfer that has a place. `isFresh`: over a new connection.
  private func start(_ transfer: CurlTransfer, isFresh: Bool = false) {
    do throws(HTTPError) {
      let handle = try CurlHandle(library, connections)
      running[transfer.id] = handle
      try handle.prepare(
        transfer, userAgent: engine.userAgent, trust: engine.trust, zlib: zlib, isFresh: isFresh,
        known: lines)
      lines = handle.lines
      guard multi.add(handle) else { throw .networkFailed(detail: "curl_multi_add_handle failed") }
    } catch {
      running[transfer.id] = nil
      leave(host: transfer.host)
      transfer.finish(.failure(error))
    }
  }

  private func complete(_ handle: CurlHandle, _ code: Int32) {
    multi.remove(handle)
    if handle.metUnreadBytes, let transfer = handle.release() {
      start(transfer, isFresh: true)
    } else {
      finish(handle, handle.result(code))
    }
  }

  private func cancel(_ id: Int) {
    if let handle = running[id] {
      multi.remove(handle)
      finish(handle, .failure(.cancelled))
    } else if let waiter = waiting.removeValue(forKey: id) {
      queue.withdraw(id)
      waiter.finish(.failure(.cancelled))
    }
  }

  /// Gives the place back first, so that the completion's next request finds it.
  private func finish(_ handle: CurlHandle, _ result: Result<HTTPResponse, HTTPError>) {
    guard let transfer = handle.release() else { return }
    running[transfer.id] = nil
    leave(host: transfer.host)
    transfer.finish(result)
  }

  /// Gives a place back and starts the request that gets it.
  private func leave(host: String) {
    guard let id = queue.finished(host: host), let next = waiting.removeValue(forKey: id) else {
      return
    }
    next.setWait(nil)
    start(next)
  }

  private func stop() {
    for handle in running.values {
      multi.remove(handle)
      handle.release()?.finish(.failure(.cancelled))
    }
    for waiter in waiting.values { waiter.finish(.failure(.cancelled)) }
    running = [:]
    waiting = [:]
    multi.free()
  }
}
