import Testing

@testable import SampleAPI

@Suite struct EndpointOptionsTests {
  private func options(_ query: String) throws -> EndpointOptions {
    try EndpointOptions(try Query(target: ArraySlice(("/page?" + query).utf8)))
  }

  @Test(arguments: [
    "latency=-1", "latency=x", "latency=60001", "gzip=2", "gzip=yes", "etag=x", "pretty=2",
    "total=x",
    "first=2", "items=x", "items=1000001", "ceiling=0", "past=500", "past=maybe", "end=never",
    "retry_after=x", "retry_after=1000001", "reset=-1", "bytes=x", "bytes=1073741825", "fault=x",
    "fault=500,,501", "session=" + String(repeating: "s", count: 129),
  ]) func nonsenseIsRefused(_ query: String) {
    #expect(throws: Refusal.self) { try options(query) }
  }

  @Test(arguments: [
    "latency=60000", "latency=", "gzip=0", "gzip=1", "items=0", "items=1000000", "ceiling=1",
    "bytes=1073741824", "bytes=0", "fault=", "session=" + String(repeating: "s", count: 128),
    "retry_after=1000000", "unknown=x",
  ]) func valueAtItsBoundIsTaken(_ query: String) throws {
    _ = try options(query)
  }

  @Test func everyOptionHasItsDefault() throws {
    let options = try options("")
    #expect(options.session == "")
    #expect(options.latencyMilliseconds == 0)
    #expect(options.allowsGzip && options.hasETag && options.statesTotals)
    #expect(!options.isPretty && !options.wait.isDate)
    #expect(options.past == nil)
    #expect(options.end == .null)
    #expect(options.faults == [])
    #expect(options.paddedBytes == 68 << 20)
  }
}
