import JSON
import Testing

@testable import RPC

@Suite struct RPCErrorTests {
  static let errors: [(error: RPCError, code: Int, kind: String)] = [
    (.parseError(offset: 3), -32700, "parseError"),
    (.framing, -32700, "framing"),
    (.truncated, -32700, "framing"),
    (.invalidRequest("Send something else."), -32600, "invalidRequest"),
    (.messageTooLarge(maximum: 5), -32600, "messageTooLarge"),
    (.tooDeep(maximum: 5), -32600, "tooDeep"),
    (.methodNotFound("no/such"), -32601, "methodNotFound"),
    (.methodNotFound("a\"\n\u{0}\\"), -32601, "methodNotFound"),
    (.methodNotFound(String(repeating: "é", count: 100_000)), -32601, "methodNotFound"),
    (.invalidParams(path: "a.b", "Send a number."), -32602, "invalidParams"),
    (.internalError, -32603, "internalError"),
    (.requestCancelled, -32800, "requestCancelled"),
    (.inputEnded, -32603, "inputEnded"),
  ]

  @Test("Each error has its code, a kind and one plain line", arguments: errors.indices)
  func text(_ index: Int) throws {
    let (error, code, kind) = Self.errors[index]
    let document = try JSONDocument(error.text)
    let root = document.root
    let data = try #require(document.member("data", of: root))
    #expect(document.member("code", of: root).flatMap(document.integer) == code)
    #expect(document.member("kind", of: data).flatMap(document.string) == kind)
    #expect(document.member("retryable", of: data).flatMap(document.boolean) == false)
    let message = document.member("message", of: root).flatMap(document.string) ?? ""
    #expect(message.hasSuffix(".") && message.utf8.count < 400)
    #expect(!message.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test("Errors carry what the client can act on")
  func data() {
    func text(_ error: RPCError) -> String { String(decoding: error.data ?? [], as: UTF8.self) }
    #expect(text(.parseError(offset: 3)) == #"{"kind":"parseError","retryable":false,"offset":3}"#)
    #expect(
      text(.invalidParams(path: "a.b", "x"))
        == #"{"kind":"invalidParams","retryable":false,"path":"a.b"}"#)
    #expect(RPCError.methodNotFound("no/such").message == #"Unknown method "no/such"."#)
    #expect(
      RPCError.methodNotFound("no/such", nearest: "so/such").message
        == #"Unknown method "no/such". Did you mean "so/such"?"#)
  }

  @Test("An error of another's making is written as it is")
  func foreign() {
    let error = RPCError(code: 7, message: "a\"b", data: nil)
    #expect(String(decoding: error.text, as: UTF8.self) == #"{"code":7,"message":"a\"b"}"#)
  }
}
