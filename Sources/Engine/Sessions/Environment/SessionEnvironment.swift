import Authentication
package import HTTP
package import JSON
import Synchronization
package import System

/// The outside world as sessions need it: chosen by the executable, scripted in tests. All sessions
/// share one instance.
package final class SessionEnvironment: Sendable {
  /// The chain of clients that the server's requests pass through.
  package let client: any HTTPClient
  package let scheduler: any Scheduler
  /// A number from 0 up to, but without, 1.
  package let random: @Sendable () -> Double
  package let host: any SessionHost
  package let gate: RateGate
  package let limits: SessionLimits
  /// Runs slow work in the background, so that nothing else waits for it.
  package let runInBackground: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// The text of a state that was written last.
  private let stateText = Mutex<[UInt8]>([])
  private let tokens: AccessTokens
  /// The last link of the chain, and the `User-Agent` that it adds; nil: it adds none.
  private let sender: any HTTPClient
  private let userAgent: String?
  private let through: @Sendable (any HTTPClient) -> any HTTPClient

  /// `client` sends requests, with that `User-Agent`. `through` puts a link in front of what sends
  /// requests through the client, or another sender in its place.
  package init(
    client: any HTTPClient, userAgent: String? = nil, scheduler: any Scheduler,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    host: any SessionHost, gate: RateGate = RateGate(), limits: SessionLimits = SessionLimits(),
    runInBackground: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = SerialQueue()
      .run,
    through: @escaping @Sendable (any HTTPClient) -> any HTTPClient = { $0 }
  ) {
    self.runInBackground = runInBackground
    sender = client
    self.userAgent = userAgent
    self.through = through
    self.gate = gate
    self.limits = limits
    self.scheduler = scheduler
    self.random = random
    self.host = host
    // Token requests are sent again by the rule that pages follow.
    tokens = AccessTokens(scheduler) { result, attempt, isRead, settings in
      let clock = Requests.ClockReading(of: result, scheduler, random)
      let decision = RetryPolicy.decide(result, attempt: attempt, isRead: isRead, settings, clock)
      return if case .wait(let seconds, _, _) = decision { seconds } else { nil }
    }
    self.client = Authenticator(client, tokens: tokens)
  }

  /// The same world with another client on the other side, and a link before the network.
  package func serving(
    _ host: any SessionHost, before: (any HTTPClient) -> any HTTPClient
  ) -> SessionEnvironment {
    SessionEnvironment(self, host: host, client: before(client))
  }

  private init(_ other: SessionEnvironment, host: any SessionHost, client: any HTTPClient) {
    self.host = host
    self.client = client
    scheduler = other.scheduler
    random = other.random
    gate = other.gate
    limits = other.limits
    runInBackground = other.runInBackground
    tokens = other.tokens
    sender = other.sender
    userAgent = other.userAgent
    through = other.through
  }

  /// The text of a state, as the one before it where both are equal: many sessions have the same one,
  /// but for the id, before they have loaded anything, and share its memory.
  func shared(stateText text: [UInt8]) -> [UInt8] {
    stateText.withLock { latest in
      if latest != text { latest = text }
      return latest
    }
  }

  /// Stops a walk where the client does not read, until it has read.
  package func waitForReader(_ pause: @escaping @Sendable (Bool) -> Void) {
    guard host.unsentBytes > limits.unsentBytesMax else { return }
    pause(true)
    host.whenUnsent(below: limits.unsentBytesMax / 2) { pause(false) }
  }

  /// The chain that a request passes through which `transport` sends; nil: the server. `before` puts
  /// a link in front of the sender, given the `User-Agent` that this adds.
  func chain(
    to transport: ClientTransport?,
    before: ((any HTTPClient, _ userAgent: String?) -> any HTTPClient)? = nil
  ) -> any HTTPClient {
    if transport == nil, before == nil { return client }
    let sender = transport.map(through) ?? sender
    return Authenticator(
      before?(sender, transport == nil ? userAgent : nil) ?? sender, tokens: tokens,
      sender: transport == nil ? "server" : "client")
  }
}

/// The client on the other side of the wire, as sessions see it. Calls return at once.
package protocol SessionHost: Sendable {
  /// The abilities that the client has announced.
  var abilities: HostAbilities { get }
  func notify(_ event: PageEvent, of paginatorID: String)
  /// Bytes of messages that wait for the client to read.
  var unsentBytes: Int { get }
  /// Runs the action one time, when fewer than this many bytes wait: on any thread, or at once.
  func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void)
  /// Sends a request to the client; completes with its result as JSON, or with the error.
  func request(
    _ method: ClientMethod, _ params: JSONFragments,
    completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void)
}

/// The defaults of an absent client: it responds to nothing, ignores notifications, and reads at
/// once.
extension SessionHost {
  package var abilities: HostAbilities { HostAbilities() }
  package var unsentBytes: Int { 0 }
  package func notify(_ event: PageEvent, of paginatorID: String) {}
  package func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) { action() }
  package func request(
    _ method: ClientMethod, _ params: JSONFragments,
    completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    completion(.failure(.noClient))
  }
}

/// Requests that only the client can fulfil, by the name of the method.
package enum ClientMethod: String, Sendable {
  /// The positions of a page's neighbours.
  case extractPage
  case fetch, credentials
}

/// The abilities of a client.
package struct HostAbilities: Sendable, Equatable {
  package var notifications = false
  package var extractPage = false
  package var fetch = false
  package var credentials = false

  package init() {}
}

/// A server request that the client did not fulfil.
package struct HostError: Error, Sendable, Equatable {
  package let detail: String

  static let noClient = HostError(detail: "there is no client to ask")

  package init(detail: String) { self.detail = detail }
}
