import Testing

@testable import Sessions

/// What bodies say that is wrong.
struct APIMessageTests {
  @Test(arguments: [
    (#"{"error":{"code":7,"message":"No such key"}}"#, "No such key", true),
    (#"{"ok":false,"errors":["Quota","x"]}"#, "Quota", true),
    (#"{"error":"invalid_grant","error_description":"Expired"}"#, "Expired", true),
    (#"{"error":"nope"}"#, "nope", true),
    (#"{"status":"fail","data":null,"message":"M"}"#, "M", true),
    (#"{"message":"Not Found","documentation_url":"u"}"#, "Not Found", true),
    (#"{"errors":[{"detail":"line 1\nline 2"}]}"#, "line 1", true),
    (#"{"title":"An article","body":{"x":1}}"#, "An article", false),
    (#"{"message":"ok","error":null,"rows":[1]}"#, "ok", false),
    (#"{"description":"d","errors":[],"success":true,"list":{}}"#, "d", false),
  ])
  func theWordsAreFound(body: String, text: String, isError: Bool) {
    #expect(APIMessage(body)?.text == text)
    #expect(APIMessage(body)?.isError == isError)
  }

  @Test(arguments: ["", "[]", "7", "{", "{}", #"{"error":{"code":7}}"#, #"{"message":" \n"}"#])
  func otherBodiesHaveNone(body: String) { #expect(APIMessage(body) == nil) }
}
