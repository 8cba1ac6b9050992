import DemoAPI

/// The bounds of everything that a client of the sample server could make grow.
package enum SampleLimits {
  /// Articles in a collection.
  package static let itemCountMax = DemoServer.itemsMax
  /// Size that an article may be filled up to.
  package static let itemBytesMax = 16_384
  /// All articles together; they are held in memory once for each edition that was requested.
  package static let collectionBytesMax = 256 << 20
  /// Items in one response; a larger page size is lowered to this.
  package static let pageItemsMax = 1000
  /// Items in one response when the request names no size.
  package static let pageItemsDefault = 25
  /// Largest value of `SampleOptions.connectionsMax`.
  package static let connectionsMax = 4096
  /// Connections that are answered 503 at once, as they are too many; more are closed without it.
  package static let refusedConnectionsMax = 16
  /// The stack of a thread; each connection has one.
  static let stackBytes = 512 << 10
  /// Seconds that the listener rests when no connection can be accepted.
  static let acceptRestSeconds = 0.02
  /// Seconds that the client has to take the last response before a connection is closed.
  static let lingerSecondsMax = 2
  /// Seconds that a connection may stay silent, or leave its response unread, before it is closed.
  package static let idleSecondsMax = 300
  /// Request line and header fields together; more is answered 431.
  package static let headBytesMax = 65_536
  /// Body of one request; more is answered 413.
  package static let bodyBytesMax = 1 << 20
  /// Parameters in one query; more is answered 400.
  package static let parametersMax = 128
  /// Faults in one request; more is answered 400.
  package static let faultsMax = 8
  /// Bytes of a session's name; more is answered 400.
  package static let sessionNameBytesMax = 128
  /// Sessions whose requests are counted; the oldest is forgotten for a new one.
  package static let sessionsMax = 1024
  /// Tokens that are remembered; the oldest is forgotten for a new one.
  package static let tokensMax = 10_000
  /// Longest life of a token.
  package static let tokenLifeSecondsMax = 1_000_000
  /// Counted faults (`503x2@p3`) of one session; more are answered 400.
  package static let countedFaultsMax = 64
  /// Longest wait before a response.
  package static let latencyMillisecondsMax = 60_000
  /// Largest wait that `retry_after` and `reset` may ask of a client.
  package static let retrySecondsMax = 1_000_000
  /// Size of the responses of `big` and `bomb` when `bytes` is not given: just above 64 MiB.
  package static let paddedBytesDefault = 68 << 20
  /// Largest size that `bytes` may ask for.
  package static let paddedBytesMax = 1 << 30
  /// Largest value of `SampleOptions.requestsLoggedMax`.
  package static let requestsLoggedMax = 65_536
  /// Bytes of a head, and of a body, that the request log keeps.
  package static let loggedBytesMax = 4096
  /// Finished responses that are kept, together; when they are full, all are dropped.
  package static let cachedBytesMax = 32 << 20
  /// Largest response that is kept.
  package static let cachedResponseBytesMax = 1 << 20
  /// Responses smaller than this are never compressed.
  package static let compressedBytesMin = 256
}
