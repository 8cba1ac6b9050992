import CCurl

/// libcurl's set of running transfers and kept connections.
///
/// `@unchecked Sendable`: only ``wake()`` is called on other threads, which libcurl allows until
/// the handle is freed; the engine's lock keeps it from being freed meanwhile.
struct CurlMulti: @unchecked Sendable {
  private let library: CurlLibrary
  private let multi: OpaquePointer

  init(_ library: CurlLibrary, limits: CurlLimits) throws(HTTPError) {
    guard let multi = library.functions.multi_init() else {
      throw .networkFailed(detail: "out of memory")
    }
    // Without two descriptors libcurl makes one that cannot be woken.
    guard library.functions.multi_wakeup(multi) == 0 else {
      _ = library.functions.multi_cleanup(multi)
      throw .noDescriptors
    }
    self.library = library
    self.multi = multi
    let numbers: [(ccurl_multi_option, Int)] = [
      (CCURL_MULTI_OPTION_MAXCONNECTS, limits.idleConnectionsMax),
      (CCURL_MULTI_OPTION_MAX_HOST_CONNECTIONS, limits.connectionsPerHostMax),
      (CCURL_MULTI_OPTION_MAX_TOTAL_CONNECTIONS, limits.connectionsMax),
    ]
    for (option, number) in numbers {
      _ = ccurl_multi_set_number(library.table, multi, option, min(number, Int(Int32.max)))
    }
  }

  /// Ends the present or the next wait; for every thread.
  func wake() {
    _ = library.functions.multi_wakeup(multi)
  }

  /// Starts a transfer; false where libcurl refuses.
  func add(_ handle: CurlHandle) -> Bool {
    library.functions.multi_add_handle(multi, handle.easy) == 0
  }

  /// Takes a transfer out; one that still runs loses its connection at once.
  func remove(_ handle: CurlHandle) {
    _ = library.functions.multi_remove_handle(multi, handle.easy)
  }

  /// Does all that can be done without waiting.
  func perform() {
    var running: Int32 = 0
    _ = library.functions.multi_perform(multi, &running)
  }

  /// Waits for a socket, a timer or ``wake()``.
  func wait(milliseconds: Int32) {
    _ = library.functions.multi_poll(multi, nil, 0, milliseconds, nil)
  }

  /// A transfer that is over, and libcurl's code for how it ended.
  func nextDone() -> (handle: CurlHandle, code: Int32)? {
    var code: Int32 = 0
    guard let context = ccurl_next_done(library.table, multi, &code) else { return nil }
    return (CurlMemory.handle(context), code)
  }

  /// Closes every connection; nothing may be called afterwards.
  func free() {
    _ = library.functions.multi_cleanup(multi)
  }
}
