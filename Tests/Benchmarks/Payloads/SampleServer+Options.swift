import SampleAPI
import System

extension SampleServer {
  /// A sample API in this process.
  static func made(items: Int, itemBytes: Int? = nil) throws(BenchmarkError) -> SampleServer {
    var options = SampleOptions()
    options.itemCount = items
    options.logsRequests = false
    if let itemBytes { options.itemBytes = itemBytes }
    return try BenchmarkError.calling("serve") { () throws(SystemError) in
      try SampleServer(options)
    }
  }
}
