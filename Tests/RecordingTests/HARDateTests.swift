import Testing

@testable import Recording

/// Moments in a recording.
struct HARDateTests {
  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00.000Z"), (951_782_400.25, "2000-02-29T00:00:00.250Z"),
    (1_795_339_799.999, "2026-11-22T09:29:59.999Z"), (4_107_542_400, "2100-03-01T00:00:00.000Z"),
    (-5, "1970-01-01T00:00:00.000Z"), (1e300, "9999-12-31T23:59:59.000Z"),
  ])
  func momentIsInUTC(epochSeconds: Double, text: String) {
    #expect(HARDate.text(epochSeconds: epochSeconds) == text)
  }
}
