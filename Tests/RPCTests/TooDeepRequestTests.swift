import Testing

@testable import RPC

@Suite struct TooDeepRequestTests {
  @Test(
    "The id of the outermost object is read, where it is one",
    arguments: [
      (#"{"id":7,"method":"a"}"#, "7"),
      (#" { "method" : "a" , "id" : "x\"}" } "#, #""x\"}""#),
      (#"{"id":null,"method":"a"}"#, "null"),
      (#"{"id":-1.50e2,"method":"a"}"#, "-1.50e2"),
      (#"{"params":{"id":1,"x":[{"id":2}]},"method":"a","id":3}"#, "3"),
      (#"{"id":1,"method":"a","id":2}"#, "2"),
      (#"{"x":"id","y":"\"id\":1","id":4,"method":"a"}"#, "4"),
      (#"{"id":1}"#, nil),
      (#"{"id":1,"result":{}}"#, nil),
      (#"{"method":"a"}"#, nil),
      (#"{"id":[1],"method":"a"}"#, nil),
      (#"{"id":true,"method":"a"}"#, nil),
      (#"{"id":nope,"method":"a"}"#, nil),
      (#"{"id":1,"method":"a""#, nil),
      (#"{"id":1,"method":"a","x":"\"#, nil),
      (#"[{"id":1,"method":"a"}]"#, nil),
      ("", nil),
    ] as [(String, String?)])
  func id(_ text: String, _ expected: String?) {
    let id = MessageFields.id(ofTooDeep: Array(text.utf8))
    #expect(id.map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
