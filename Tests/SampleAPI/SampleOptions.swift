import DemoAPI

/// The contents and the address of a sample server.
package struct SampleOptions: Sendable {
  /// 0 takes any free one.
  package var port = 0
  /// Articles in the collection; their ids are 1...itemCount.
  package var itemCount = 250
  /// Size of one article as JSON. A short one is filled up by its summary; one that is longer
  /// without a summary stays as it is.
  package var itemBytes = Article.bytesMin
  /// Delay of every response, on top of the one in a request's `latency` parameter.
  package var latencyMilliseconds = 0
  /// Whether `SampleServer.requests()` remembers what came.
  package var logsRequests = true

  /// The defaults: 250 articles on a free port of 127.0.0.1, without latency.
  package init() {}
}
