import JSON
import Testing

@testable import Commands

@Suite struct ItemTextTests {
  /// What a text gives in pieces of so many bytes: its values, and the problem.
  private func read(_ text: String, piece: Int) -> ([JSONValue], ItemText.Problem?) {
    var reader = ItemText()
    var values: [JSONValue] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      values += reader.take(Array(bytes[start..<min(bytes.count, start + piece)]))
    }
    values += reader.finish()
    return (values, reader.problem)
  }

  static let whole: [(String, [JSONValue])] = [
    ("", []), ("\n\r\n \n", []), ("5\nabc\n{\"id\":7}\n", [5, "abc", ["id": 7]]),
    ("5\r\n\r\nabc", [5, "abc"]), ("5\n[1,2]\n", [5, [1, 2]]), ("\u{FEFF}7\n", [7]),
    ("[]", []), (" [1,2]", [[1, 2]]), ("[ ]\n", []),
    ("[5,\"a,]\\\"\",{\"id\":[7,{}]} ,\n[1]]\n", [5, "a,]\"", ["id": [7, [:]]], [1]]),
    ("{\"a\":\n", ["{\"a\":"]), ("007", ["007"]), ("\"x\"\nnull\n", ["x", .null]),
  ]

  @Test(arguments: 0..<whole.count)
  func valuesAreTheSameHoweverTheTextIsCut(index: Int) {
    let (text, values) = ItemTextTests.whole[index]
    for piece in 1...max(1, text.utf8.count) {
      let (found, problem) = read(text, piece: piece)
      #expect(found == values, "in pieces of \(piece)")
      #expect(problem == nil)
    }
  }

  @Test func aValueIsThereWithTheEndOfItsLine() {
    var reader = ItemText()
    #expect(reader.take(Array("7\n".utf8)) == [7])
    var marked = ItemText()
    #expect(marked.take([0xEF]).isEmpty)
    #expect(marked.take([0xBB, 0xBF] + Array("7\n".utf8)) == [7])
  }

  static let broken: [(String, [JSONValue], ItemText.Problem)] = [
    ("5\n{\"id\":", [5], ItemText.Problem.cut(.line(2))), ("\"abc", [], .cut(.line(1))),
    ("[5,{\"id\":1}", [5], .cut(.element(2))), ("[5,", [5], .cut(.element(2))),
    ("[", [], .cut(.element(1))), ("[5,]", [5], .noJSON(.element(2))),
    ("[5,x,6]", [5], .noJSON(.element(2))), ("[5]6", [5], .behindArray),
  ]

  @Test(arguments: 0..<broken.count)
  func whatComesBeforeAProblemIsRead(index: Int) {
    let (text, values, problem) = ItemTextTests.broken[index]
    for piece in 1...text.utf8.count {
      let (found, thrown) = read(text, piece: piece)
      #expect(thrown == problem, "in pieces of \(piece)")
      #expect(found == values, "in pieces of \(piece)")
    }
  }
}
