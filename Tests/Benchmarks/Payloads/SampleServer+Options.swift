import SampleAPI

extension SampleServer {
  /// A sample API in this process, which takes connections from `start()` on.
  static func made(items: Int, itemBytes: Int? = nil) throws(BenchmarkError) -> SampleServer {
    var options = SampleOptions()
    options.itemCount = items
    options.requestsLoggedMax = 0
    if let itemBytes { options.itemBytes = itemBytes }
    do {
      return try SampleServer(options)
    } catch {
      throw .sampleAPI("\(error)")
    }
  }
}
