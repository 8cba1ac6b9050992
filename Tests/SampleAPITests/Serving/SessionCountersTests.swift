import Testing

@testable import SampleAPI

@Suite struct SessionCountersTests {
  @Test func sessionsAreCountedApart() {
    let counters = SessionCounters()
    #expect(
      [counters.nextRequest("a"), counters.nextRequest("a"), counters.nextRequest("b")] == [
        1, 2, 1,
      ])
  }

  @Test func strikesEndAtTheirCount() {
    let counters = SessionCounters()
    #expect(
      (0..<3).map { _ in counters.strike("503x2@p3", of: "a", count: 2) } == [true, true, false])
    #expect(counters.strike("503x2@p3", of: "b", count: 2) == true)
  }

  @Test func countedFaultsOfASessionEndAtTheirMaximum() {
    let counters = SessionCounters()
    for number in 1...SampleLimits.countedFaultsMax {
      #expect(counters.strike("500x1@p\(number)", of: "a", count: 1) == true)
    }
    #expect(counters.strike("another", of: "a", count: 1) == nil)
    #expect(counters.strike("500x1@p1", of: "a", count: 1) == false)
    #expect(counters.strike("another", of: "b", count: 1) == true)
  }

  @Test func oldestSessionMakesRoom() {
    let counters = SessionCounters()
    for round in 1...3 {
      for number in 0..<SampleLimits.sessionsMax {
        #expect(counters.nextRequest("\(round).\(number)") == 1)
      }
    }
    // All of the last round are remembered; one more pushes out its first.
    #expect(counters.nextRequest("3.0") == 2)
    #expect(counters.nextRequest("new") == 1)
    #expect(counters.nextRequest("3.1") == 2)
    #expect(counters.nextRequest("3.0") == 1)
  }

  @Test func resetForgetsOneOrAll() {
    let counters = SessionCounters()
    for name in ["a", "b"] { _ = counters.nextRequest(name) }
    counters.reset("a")
    counters.reset("unknown")
    #expect(counters.nextRequest("a") == 1)
    #expect(counters.nextRequest("b") == 2)
    counters.reset(nil)
    #expect(counters.nextRequest("b") == 1)
  }

  @Test func scrollMovesOnUpToTheEnd() {
    let counters = SessionCounters()
    let steps = [true, false, false, false, true].map { isFirst in
      counters.scroll("a", by: 10, fromStart: isFirst, indexMax: 25)
    }
    #expect(steps == [0, 10, 20, 25, 0])
  }
}
