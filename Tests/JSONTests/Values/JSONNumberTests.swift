import Testing

@testable import JSON

@Suite struct JSONNumberTests {
  @Test(arguments: ["0", "-0", "1.10", "1e400", "-0.5E+3", "123456789012345678901234567890"])
  func keepsItsText(_ text: String) {
    #expect(JSONNumber.isLiteral(text))
    #expect(JSONNumber(text: text).text == text)
  }

  @Test(arguments: ["", " ", "-", "007", "+5", " 5", "5 ", "1.", ".5", "1e", "0x1", "a", "NaN"])
  func knowsWhatIsNoNumber(_ text: String) {
    #expect(!JSONNumber.isLiteral(text))
  }

  @Test func equalTextsAreEqualNumbers() {
    #expect(JSONNumber(5) == JSONNumber(text: "5"))
    #expect(JSONNumber(text: "1.0") != JSONNumber(text: "1"))
    #expect(JSONNumber(Int.min).integer == Int.min)
  }
}
