/// The engine's thread at work: takes commands, drives libcurl, completes transfers. Everything
/// here is touched by that thread alone.
final class CurlDriver {
  private let engine: CurlEngine
  private let library: CurlLibrary
  private let multi: CurlMulti
  private var queue: TransferQueue
  /// Transfers that wait for their turn, with their parsed URLs.
  private var waiting: [Int: (transfer: CurlTransfer, url: HTTPURL)] = [:]
  /// Handles at work, by the id of their transfer.
  private var running: [Int: CurlHandle] = [:]
  /// Handles to be used again.
  private var idle: [CurlHandle] = []

  /// While nothing runs, only a command ends the wait; libcurl's own timers end it otherwise.
  private static let waitMilliseconds: Int32 = 60_000

  init(engine: CurlEngine, library: CurlLibrary) throws(HTTPError) {
    guard let multi = CurlMulti(library, limits: engine.limits) else {
      throw .engineUnavailable(
        library: engine.libraries.first ?? "libcurl", detail: "curl_multi_init failed")
    }
    self.engine = engine
    self.library = library
    self.multi = multi
    queue = TransferQueue(limits: engine.limits)
  }

  /// Runs until the engine is stopped; every transfer is completed then.
  func run() {
    engine.setSleeper(multi)
    while true {
      let (commands, isStopped) = engine.takeCommands()
      for command in commands { carryOut(command) }
      guard !isStopped else { break }
      multi.perform()
      while let (handle, code) = multi.nextDone() { complete(handle, code) }
      if engine.mayWait() { multi.wait(milliseconds: Self.waitMilliseconds) }
    }
    engine.setSleeper(nil)
    stop()
  }

  private func carryOut(_ command: CurlEngine.Command) {
    switch command {
    case .add(let transfer): add(transfer)
    case .cancel(let id): cancel(id)
    }
  }

  private func add(_ transfer: CurlTransfer) {
    do throws(HTTPError) {
      let url = try HTTPURL.parse(transfer.request.url, library: library)
      switch queue.enter(transfer.id, host: host(of: transfer, url)) {
      case .starts: start(transfer, url)
      case .waits: waiting[transfer.id] = (transfer, url)
      case .refused: throw .tooManyRequests(maximum: engine.limits.requestsWaitingMax)
      }
    } catch {
      transfer.finish(.failure(error))
    }
  }

  private func start(_ transfer: CurlTransfer, _ url: HTTPURL) {
    do throws(HTTPError) {
      let handle = try takeHandle()
      running[transfer.id] = handle
      try handle.prepare(transfer, url, userAgent: engine.userAgent)
      guard multi.add(handle) else { throw .networkFailed(detail: "curl_multi_add_handle failed") }
    } catch {
      if let handle = running.removeValue(forKey: transfer.id) {
        handle.release()
        idle.append(handle)
      }
      leave(host: host(of: transfer, url))
      transfer.finish(.failure(error))
    }
  }

  private func takeHandle() throws(HTTPError) -> CurlHandle {
    if let handle = idle.popLast() { return handle }
    return try CurlHandle(library)
  }

  private func complete(_ handle: CurlHandle, _ code: Int32) {
    multi.remove(handle)
    finish(handle, handle.result(code))
  }

  private func cancel(_ id: Int) {
    if let handle = running[id] {
      multi.remove(handle)
      finish(handle, .failure(.cancelled))
    } else if let waiter = waiting.removeValue(forKey: id) {
      queue.withdraw(id)
      waiter.transfer.finish(.failure(.cancelled))
    }
  }

  /// Frees the handle and its place first, so that the completion's next request finds both.
  private func finish(_ handle: CurlHandle, _ result: Result<HTTPResponse, HTTPError>) {
    guard let (transfer, url) = handle.release() else { return }
    running[transfer.id] = nil
    idle.append(handle)
    leave(host: host(of: transfer, url))
    transfer.finish(result)
  }

  /// Gives a place back and starts the request that gets it.
  private func leave(host: String) {
    guard let id = queue.finished(host: host), let next = waiting.removeValue(forKey: id) else {
      return
    }
    start(next.transfer, next.url)
  }

  private func stop() {
    for handle in running.values {
      multi.remove(handle)
      handle.release()?.transfer.finish(.failure(.cancelled))
    }
    for waiter in waiting.values { waiter.transfer.finish(.failure(.cancelled)) }
    running = [:]
    waiting = [:]
    idle = []
    multi.free()
  }

  /// What shares connections: the socket's path, or the URL's origin.
  private func host(of transfer: CurlTransfer, _ url: HTTPURL) -> String {
    transfer.request.settings.unixSocket ?? url.origin.description
  }
}
