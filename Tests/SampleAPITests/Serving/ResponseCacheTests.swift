import Testing

@testable import SampleAPI

@Suite struct ResponseCacheTests {
  private func entry(bytes: Int) -> ResponseCache.Entry {
    .init(response: .json([UInt8](repeating: 0x20, count: bytes)), session: "")
  }

  @Test func keptAnswerIsFoundByItsKey() {
    let cache = ResponseCache()
    cache.keep(entry(bytes: 5), for: [1])
    #expect(cache.entry([1])?.response.body.count == 5)
    #expect(cache.entry([2]) == nil)
  }

  @Test func fullCacheIsEmptiedForTheNextAnswer() {
    let cache = ResponseCache(bytesMax: 4000)
    for key in 1...3 { cache.keep(entry(bytes: 1100), for: [UInt8(key)]) }
    #expect([1, 2, 3].map { cache.entry([$0]) != nil } == [false, false, true])
  }

  @Test func answerThatIsTooLargeIsNotKept() {
    let cache = ResponseCache(bytesMax: 4000)
    cache.keep(entry(bytes: 1000), for: [1])
    cache.keep(entry(bytes: 5000), for: [2])
    #expect(cache.entry([1]) != nil)
    #expect(cache.entry([2]) == nil)
    let large = ResponseCache()
    large.keep(entry(bytes: SampleLimits.cachedResponseBytesMax), for: [3])
    #expect(large.entry([3]) == nil)
  }
}
