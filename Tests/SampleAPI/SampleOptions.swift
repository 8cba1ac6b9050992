import DemoAPI

/// The contents and the address of a sample server.
package struct SampleOptions: Sendable, Equatable {
  /// Loopback only: an address in 127.0.0.0/8, `::1` or `localhost` (which is 127.0.0.1 here).
  package var host = "127.0.0.1"
  /// 0 takes any free port.
  package var port = 0
  /// Articles in the collection; their ids are 1...itemCount.
  package var itemCount = 250
  /// Size of one article as JSON. A short one is filled up by its summary; one that is longer
  /// without a summary stays as it is.
  package var itemBytes = Article.bytesMin
  /// Delay of every response, on top of the one in a request's `latency` parameter.
  package var latencyMilliseconds = 0
  /// Connections served at once; one more is answered 503 and closed.
  package var connectionsMax = 128
  /// Requests that `SampleServer.requests()` remembers; the oldest go first.
  package var requestsLoggedMax = 1024

  /// The defaults: 250 articles on a free port of 127.0.0.1, without latency.
  package init() {}

  /// Throws the first option that is out of its bounds.
  func validate() throws(SampleError) {
    let bounds: [(name: String, value: Int, allowed: ClosedRange<Int>)] = [
      ("port", port, 0...65_535),
      ("itemCount", itemCount, 0...SampleLimits.itemCountMax),
      ("itemBytes", itemBytes, 1...SampleLimits.itemBytesMax),
      ("latencyMilliseconds", latencyMilliseconds, 0...SampleLimits.latencyMillisecondsMax),
      ("connectionsMax", connectionsMax, 1...SampleLimits.connectionsMax),
      ("requestsLoggedMax", requestsLoggedMax, 0...SampleLimits.requestsLoggedMax),
    ]
    for bound in bounds where !bound.allowed.contains(bound.value) {
      throw .optionOutOfRange(name: bound.name, value: bound.value, allowed: bound.allowed)
    }
    let collectionBytes = itemCount * itemBytes
    if collectionBytes > SampleLimits.collectionBytesMax {
      throw .optionOutOfRange(
        name: "itemCount * itemBytes", value: collectionBytes,
        allowed: 0...SampleLimits.collectionBytesMax)
    }
  }
}
