import TestSupport
import Testing

@testable import HTTP

@Suite struct ResponseAssemblyTests {
  private func assembly(_ lines: [String], bodyBytesMax: Int = 100) -> ResponseAssembly {
    var assembly = ResponseAssembly(bodyBytesMax: bodyBytesMax)
    for line in lines { assembly.receive(headerLine: Array((line + "\r\n").utf8)) }
    return assembly
  }

  @Test func fieldsAreKeptInOrder() {
    let assembly = assembly(["HTTP/1.1 200 OK", "A: 1", "b:2 ", "A:\t3\t", ""])
    #expect(assembly.status == 200)
    #expect(assembly.fields.map(\.name) == ["A", "b", "A"])
    #expect(assembly.fields.map(\.value) == ["1", "2", "3"])
    #expect(assembly.headersAreComplete)
  }

  @Test(arguments: [
    TestCase("HTTP/1.0", "HTTP/1.0 404 Not Found", 404),
    TestCase("HTTP/2", "HTTP/2 200", 200),
    TestCase("HTTP/2 with a blank", "HTTP/2 204 ", 204),
    TestCase("HTTP/3", "HTTP/3 500", 500),
    TestCase("no reason", "HTTP/1.1 299", 299),
    TestCase("two digits", "HTTP/1.1 20", 0),
    TestCase("four digits", "HTTP/1.1 2000 OK", 0),
    TestCase("a header", "HTTP/X: 200 y", 0),
    TestCase("letters", "HTTP/1.1 2xx OK", 0),
    TestCase("nothing", "", 0),
  ])
  func statusLineIsRead(_ test: TestCase<String, Int>) {
    #expect(assembly([test.input]).status == test.expected)
  }

  @Test func interimAnswersAreForgotten() {
    let early = ["HTTP/1.1 103 Early Hints", "Link: <x>", ""]
    #expect(!assembly(early).headersAreComplete)
    let whole = assembly(early + ["HTTP/1.1 200 OK", "A: 1", ""])
    #expect(whole.status == 200)
    #expect(whole.fields == [HTTPField(name: "A", value: "1")])
  }

  @Test func headersWithoutTheBlankLineAreIncomplete() {
    #expect(!assembly(["HTTP/1.1 200 OK"]).headersAreComplete)
    #expect(!assembly(["HTTP/1.1 200 OK", "A: 1"]).headersAreComplete)
    #expect(!assembly([""]).headersAreComplete)
  }

  @Test func trailersAreLeftOut() {
    #expect(assembly(["HTTP/1.1 200 OK", "", "Late: 1", ""]).fields.isEmpty)
    #expect(assembly(["HTTP/1.1 200 OK", "", "HTTP/1.1 404 X", ""]).status == 200)
  }

  /// A line of so many bytes, its break included.
  private func line(_ bytes: Int) -> [UInt8] {
    Array("A: ".utf8) + [UInt8](repeating: 0x61, count: bytes - 5) + [13, 10]
  }

  @Test func headersHaveAMaximumOverAllBlocks() {
    var assembly = assembly(["HTTP/1.1 103 X", ""])  // 16 and 2 bytes
    let rest = ResponseAssembly.headerBytesMax - 18
    let isTaken1 = assembly.receive(headerLine: line(rest - 100))
    #expect(isTaken1)
    let isTaken2 = assembly.receive(headerLine: Array("HTTP/1.1 200 OK\r\n".utf8))
    #expect(isTaken2)
    let isTaken3 = assembly.receive(headerLine: line(83))
    #expect(isTaken3)
    let isTaken4 = assembly.receive(headerLine: [13, 10])
    #expect(!isTaken4)
    #expect(assembly.refusal == .tooLarge(.headers))
  }

  @Test func trailersHaveAMaximum() {
    var assembly = assembly(["HTTP/1.1 200 OK", ""])
    let isTaken5 = assembly.receive(headerLine: line(ResponseAssembly.trailerBytesMax))
    #expect(isTaken5)
    let isTaken6 = assembly.receive(headerLine: line(5))
    #expect(!isTaken6)
    #expect(assembly.refusal == .tooLarge(.trailers))
  }

  @Test(arguments: [
    TestCase("one", ["Content-Length: 2"], false),
    TestCase("equal", ["Content-Length: 2", "content-length:  2 "], false),
    TestCase("equal in a list", ["Content-Length: 2, 2"], false),
    TestCase("different", ["Content-Length: 2", "Content-Length: 3"], true),
    TestCase("different in a list", ["Content-Length: 2,3"], true),
    TestCase("another spelling", ["Content-Length: 2", "Content-Length: 02"], true),
  ])
  func lengthsThatDifferAreRefused(_ test: TestCase<[String], Bool>) {
    let assembly = assembly(["HTTP/1.1 200 OK"] + test.input + [""])
    #expect((assembly.refusal == .contentLengths) == test.expected)
  }

  @Test func foldedLinesAreJoined() {
    let assembly = assembly(["HTTP/1.1 200 OK", "Link: <a>,", "  <b>", "\t<c>", ""])
    #expect(assembly.headers["Link"] == "<a>, <b> <c>")
  }

  @Test func linesWithoutColonAreSkipped() {
    #expect(assembly([" x", "HTTP/1.1 200 OK", "garbage", " folded", ""]).fields.isEmpty)
  }

  @Test func bodyIsTakenUpToTheMaximum() {
    var atMaximum = assembly(["HTTP/1.1 200 OK", ""], bodyBytesMax: 4)
    let taken = [atMaximum.receive(body: [1, 2]), atMaximum.receive(body: [3, 4])]
    #expect(taken == [true, true])
    let body = atMaximum.takeBody()
    #expect(body == [1, 2, 3, 4])
    #expect(atMaximum.refusal == nil)

    var past = assembly(["HTTP/1.1 200 OK", ""], bodyBytesMax: 4)
    let refused = [past.receive(body: [1, 2]), past.receive(body: [3, 4, 5])]
    #expect(refused == [true, false])
    #expect(past.refusal == .tooLarge(.body))
  }

  @Test(arguments: [
    TestCase("at the maximum", ["Content-Length: 100"], true),
    TestCase("past it", ["Content-Length: 101"], false),
    TestCase("past it, compressed", ["Content-Length: 101", "Content-Encoding: gzip"], true),
    TestCase("beyond Int", ["Content-Length: 99999999999999999999"], true),
    TestCase("negative", ["Content-Length: -5"], true),
    TestCase("nonsense", ["Content-Length: 101 "], false),
    TestCase("empty", ["Content-Length:"], true),
  ])
  func statedLengthIsJudgedWithTheFirstPiece(_ test: TestCase<[String], Bool>) {
    var assembly = assembly(["HTTP/1.1 200 OK"] + test.input + [""])
    let isTaken = assembly.receive(body: [1])
    #expect(isTaken == test.expected)
    #expect((assembly.refusal == .tooLarge(.body)) == !test.expected)
  }

  @Test func statedLengthIsNotTrusted() {
    var assembly = assembly(["HTTP/1.1 200 OK", "Content-Length: 90", ""])
    let isTaken = assembly.receive(body: Array(repeating: 7, count: 95))
    #expect(isTaken)
    let body = assembly.takeBody()
    #expect(body.count == 95)
  }

  @Test func heldBodyHasLittleUnusedRoom() {
    var assembly = ResponseAssembly(bodyBytesMax: 1_000_000)
    for line in ["HTTP/1.1 200 OK", "Content-Length: 900000", ""] {
      assembly.receive(headerLine: Array((line + "\r\n").utf8))
    }
    let isTaken = assembly.receive(body: [1, 2, 3])
    #expect(isTaken)
    let body = assembly.takeBody()
    #expect(body == [1, 2, 3])
    #expect(body.capacity < 10_000)
  }
}
