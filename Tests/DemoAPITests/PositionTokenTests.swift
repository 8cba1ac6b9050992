import Foundation
import Testing

@testable import DemoAPI

struct PositionTokenTests {
  @Test(arguments: [0, 1, 9, 10, 25, 100, 999, 12_345, DemoServer.itemsMax])
  func tokenLeadsBackToItsPosition(_ start: Int) {
    let token = PositionToken.text(start)
    #expect(PositionToken.start(token) == start)
    let padded = token + String(repeating: "=", count: (4 - token.count % 4) % 4)
    #expect(Data(base64Encoded: padded) == Data("after:\(start)".utf8))
  }

  @Test(arguments: [
    "", "25", "YWZ0ZXI6", "YWZ0ZXI6MjU=", "YWZ0ZXI6LTE", "YWZ0ZXI6MDI1", "YWZ0ZXI6MjV", "%%%",
    "YWZ0ZXI6OTk5OTk5OTk5OTk5OTk5OTk5OTk", String(repeating: "A", count: 100),
  ]) func madeUpTokenIsRefused(_ token: String) {
    #expect(PositionToken.start(token) == nil)
  }
}
