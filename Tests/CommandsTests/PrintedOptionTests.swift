import Testing

@testable import Commands

/// Options of a printed command, whose secrets are masked in their places, and long ones anywhere.
struct PrintedOptionTests {
  @Test(arguments: [
    (Option.user, "e:p", "***"), (.user, "e:{env:P}", "***:{env:P}"),
    (.user, "{env:U}:", "{env:U}:"),
    (.header, "X-A: e", "X-A: ***"), (.header, "X-A:e", "X-A: ***"),
    (.header, "Accept: text/csv", "Accept: text/csv"),
    (.header, "Authorization: Bearer {env:T}", "Authorization: Bearer {env:T}"),
    (.parameter, "key=e", "key=***"), (.parameter, "per_page=1", "per_page=1"),
    (.parameter, "key={env:K}", "key={env:K}"), (.parameter, "q=a%22long%22b", "q=***"),
    (.token, "abc", "***"), (.token, "{env:T}", "{env:T}"),
    (
      .auth, #"{"type": "basic", "username": "e", "password": "e"}"#,
      #"{"type":"basic","username":"e","password":"***"}"#
    ),
    (.auth, "auth.json", "auth.json"),
    (.open, #"{"identity": "id"}"#, #"{"identity": "id"}"#),
    (
      .open,
      #"{"token":"e","headers":{"X-A":"e"},"parameters":{"key":"e","q":"e"},"identity":"e"}"#,
      #"{"token":"***","headers":{"X-A":"***"},"parameters":{"key":"***","q":"e"},"identity":"e"}"#
    ),
    (.open, #"{"body":{"a":"a\"long\"b","b":"e"}}"#, #"{"body":{"a":"***","b":"e"}}"#),
    (.data, "key=e&page=1", "key=***&page=1"), (.data, #"{"key":"e"}"#, #"{"key":"***"}"#),
    (.data, "@body.json", "@body.json"),
    (.proxy, "http://u:p@127.0.0.1:1", "http://***@127.0.0.1:1"),
    (.items, "e", "e"), (.items, #"a"long"b"#, "***"),
  ])
  func secretIsMasked(option: Option, value: String, expected: String) {
    var secrets = Secrets()
    for secret in ["e", "a\"long\"b"] { secrets.add(secret) }
    #expect(PrintedOption(option: option, secrets: secrets).text(value) == expected)
  }
}
