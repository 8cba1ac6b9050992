import DemoAPI

/// The values of the parameters that every endpoint takes; `SampleEndpoints.options` explains them.
struct EndpointOptions: Sendable {
  let session: String
  let latencyMilliseconds: Int
  let allowsGzip: Bool
  let isPretty: Bool
  let statesTotals: Bool
  let itemsMax: Int
  let ceiling: Int?
  /// The status past the end of a collection; nil: a page without items, or what the endpoint has.
  let pastStatus: Int?
  let credentials: RequiredCredentials?
  /// `Retry-After` of a status fault.
  let retryAfter: Int?
  let faults: [Fault]

  /// Throws for a value that makes no sense; a parameter without a value counts as absent.
  init(_ query: Query) throws(Refusal) {
    session = query.value("session") ?? ""
    latencyMilliseconds = try query.number("latency", 0...DemoServer.latencyMillisecondsMax) ?? 0
    allowsGzip = query.value("gzip") != "0"
    isPretty = query.value("pretty") == "1"
    statesTotals = query.value("total") != "0"
    itemsMax = try query.number("items", 0...DemoServer.itemsMax) ?? .max
    ceiling = try query.number("ceiling", 1...DemoServer.itemsMax)
    pastStatus = try query.number("past", 400...499)
    credentials = query.value("auth").map(RequiredCredentials.init)
    retryAfter = try query.number("retry_after", 0...1_000_000)
    var faults: [Fault] = []
    for text in query.values("fault") { faults += try Fault.list(text) }
    self.faults = faults
  }
}
