import TestInput
import TestSupport
import Testing
import Text

@testable import Secrets

@Suite struct RedactorTests {
  @Test(arguments: [
    "token", "key", "auth", "sig", "TOKEN", "Key", "_key_", "access_token", "accessToken",
    "access-token", "oauth_access_token", "auth_token", "private_token", "PRIVATE-TOKEN",
    "api_key", "apikey", "x-api-key", "API-Key", "secret", "client_secret", "password",
    "user_password", "signature", "X-Amz-Signature", "ACCESSTOKEN", "id_token", "jwt", "pwd",
    "refresh_token", "refreshToken", "api_token", "session_token", "subscription-key",
    "Ocp-Apim-Subscription-Key", "X-Amz-Security-Token", "secret_access_key",
    "passwd", "session_id", "sessionId", "user_passwd",
  ])
  func credentialsAreKnownByName(_ name: String) {
    #expect(CredentialNames.isCredential(name))
  }

  @Test(arguments: [
    "", "page", "page_token", "$skiptoken", "next_token", "pageToken", "cursor", "keys",
    "sort_key", "author", "oauth", "design", "sigma", "monkey", "secrets", "password_hint",
    "token_type", "key2", "sig2", "api_keys", "keyword",
  ])
  func otherNamesAreNot(_ name: String) {
    #expect(!CredentialNames.isCredential(name))
  }

  @Test(arguments: [
    TestCase("nothing to mask", "https://h/a?page=2#x", "https://h/a?page=2#x"),
    TestCase("user and password", "https://user:pw@h/a", "https://***@h/a"),
    TestCase("user only", "https://token@h/a", "https://***@h/a"),
    TestCase("userinfo with port", "http://u:p@127.0.0.1:9/a", "http://***@127.0.0.1:9/a"),
    TestCase("at sign in the password", "http://u:p@w@h/", "http://***@h/"),
    TestCase("slash in the password", "http://u:p/w@h/a", "http://***@h/a"),
    TestCase("question mark in the password", "http://u:p?w@h/a", "http://***@h/a"),
    TestCase("at sign and slash in the password", "http://u@c:p/w@h/a", "http://***@h/a"),
    TestCase("at sign in the path", "http://h:80/a@b?c=d@e", "http://h:80/a@b?c=d@e"),
    TestCase("IPv6", "http://u:p@[::1]:80/a@b", "http://***@[::1]:80/a@b"),
    TestCase("IPv6 alone", "http://[::1]/a@b", "http://[::1]/a@b"),
    TestCase("without a scheme", "u:pw@h/a", "***@h/a"),
    TestCase("scheme-relative", "//u:pw@h/a", "//***@h/a"),
    TestCase("another scheme", "ftp://u:pw@h/?api_key=x", "ftp://***@h/?api_key=***"),
    TestCase("named value", "http://h/?a=1&api_key=X&b=2", "http://h/?a=1&api_key=***&b=2"),
    TestCase("several", "/a?token=1&key=2&sig=3", "/a?token=***&key=***&sig=***"),
    TestCase("encoded name", "/a?api%5Fkey=1&%74oken=2", "/a?api%5Fkey=***&%74oken=***"),
    TestCase("value with equals signs", "/a?key=a=b==&c", "/a?key=***&c"),
    TestCase("empty value", "/a?key=&page=1", "/a?key=&page=1"),
    TestCase("semicolon in the value", "/a?key=a;b&c=1", "/a?key=***&c=1"),
    TestCase("path parameter", "http://h/a;token=S/b;x=1?c=d", "http://h/a;token=***/b;x=1?c=d"),
    TestCase("two path parameters", "/a;x=1;key=S;y=2", "/a;x=1;key=***;y=2"),
    TestCase("second question mark", "/a?x=1?token=2&token=3", "/a?x=1?token=2&token=***"),
    TestCase("fragment", "http://h/#access_token=x&state=1", "http://h/#access_token=***&state=1"),
    TestCase("query string alone", "access_token=x&page=2", "access_token=***&page=2"),
    TestCase("address in a query string", "email=a:b@c.d&page=2", "email=a:b@c.d&page=2"),
    TestCase("URL in a query", "http://h/?u=http://a:b@c/", "http://h/?u=http://***@c/"),
    TestCase(
      "pattern", "http://user:pw@h/a?page=:currentPage&api_key=X",
      "http://***@h/a?page=:currentPage&api_key=***"),
    TestCase(
      "pattern with an escape", #"http://u\:pw@h\:80/a@:offset"#, "http://***@h\\:80/a@:offset"),
    TestCase("empty", "", ""),
  ])
  func urlIsMasked(_ test: TestCase<String, String>) {
    #expect(Redactor().mask(url: test.input) == test.expected)
  }

  @Test func positionsAreShown() {
    let redactor = Redactor(positions: ["token", "pit[key]"])
    #expect(redactor.mask(url: "/a?token=abc&key=def") == "/a?token=abc&key=***")
    #expect(redactor.mask(text: "see /a?token=abc&key=def") == "see /a?token=abc&key=***")
  }

  @Test(arguments: [
    TestCase("prose", "The key = value of token: x", "The key = value of token: x"),
    TestCase("URL", "GET http://u:pw@h/a?key=1 failed", "GET http://***@h/a?key=*** failed"),
    TestCase("in brackets", "failed (GET /a?key=1): no", "failed (GET /a?key=***): no"),
    TestCase("in brackets, masked", "failed (GET /a?key=***): no", "failed (GET /a?key=***): no"),
    TestCase("end of a sentence", "See /a?key=1.", "See /a?key=***."),
    TestCase("nothing but punctuation", "/a?key=?, b", "/a?key=?, b"),
    TestCase("two URLs", "http://a:b@c, http://d:e@f", "http://***@c, http://***@f"),
    TestCase(
      "address", "mail me@example.com, http://h/x me@h", "mail me@example.com, http://h/x me@h"),
    TestCase("link header", "<http://h/?key=1>; rel=\"next\"", "<http://h/?key=***>; rel=\"next\""),
    TestCase(
      "JSON", #"{"next":"http://u:p@h?key=1&a=2","b":1}"#,
      #"{"next":"http://***@h?key=***&a=2","b":1}"#),
    TestCase(
      "JSON with escaped slashes", #"{"next":"http:\/\/u:p@h\/a?key=1"}"#,
      #"{"next":"http:\/\/***@h\/a?key=***"}"#),
    TestCase(
      "JSON with escaped ampersands", #"{"next":"/a?page=2\u0026key=1\u0026b=2"}"#,
      #"{"next":"/a?page=2\u0026key=***\u0026b=2"}"#),
    TestCase("HTML", "/a?x=1&amp;key=1&amp;y=2", "/a?x=1&amp;key=***&amp;y=2"),
    TestCase("form body", "password=x&user=y", "password=***&user=y"),
    TestCase(
      "header line", "a: b\r\nAuthorization: Bearer x y\r\nc: d",
      "a: b\r\nAuthorization: ***\r\nc: d"),
    TestCase("cookies", "Cookie: a=b; c=d\nSet-Cookie: e=f", "Cookie: ***\nSet-Cookie: ***"),
    TestCase("proxy", "proxy-authorization:Basic eDp5", "proxy-authorization:***"),
    TestCase(
      "header in JSON", #"{"Authorization": "Bearer x", "a": "b"}"#,
      #"{"Authorization": "***", "a": "b"}"#),
    TestCase(
      "header in a JSON list", #"{"cookie":["a=b"],"c":1}"#, #"{"cookie":["***"],"c":1}"#),
    TestCase(
      "header in JSON in JSON", #""{\"Authorization\": \"Bearer x\", \"a\": 1}""#,
      #""{\"Authorization\": \"***\", \"a\": 1}""#),
    TestCase(
      "capitals and blanks", "COOKIE \t: a\nAUTHORIZATION : b",
      "COOKIE \t: ***\nAUTHORIZATION : ***"),
    TestCase("names cut short", "kie: a okie: b zation: c Cook", "kie: a okie: b zation: c Cook"),
    TestCase("names without a colon", "a cookie, authorization", "a cookie, authorization"),
    TestCase("quote in the value", #"{"Cookie":"a=\"b\"; c"}"#, #"{"Cookie":"***"}"#),
    TestCase("empty", "", ""),
  ])
  func textIsMasked(_ test: TestCase<String, String>) {
    #expect(Redactor().mask(text: test.input) == test.expected)
  }

  @Test(arguments: [
    TestCase("plain", "it is p@ss/w:rd!", "it is ***!"),
    TestCase("in a word", "xp@ss/w:rdx p@ss/w:r", "x***x p@ss/w:r"),
    TestCase("percent-encoded", "?a=p%40ss%2Fw%3Ard&b", "?a=***&b"),
    TestCase("percent-encoded in lower case and in part", "?a=p%40ss/w%3ard&b", "?a=***&b"),
    TestCase("escaped as in JSON", #""p@ss\/w:rd" "p\u0040ss\/w\u003Ard""#, #""***" "***""#),
    TestCase(
      "escaped in JSON that is a text of JSON",
      #"{"log":"{\"k\":\"\\u0070\\u0040\\u0073\\u0073\\u002f\\u0077\\u003a\\u0072\\u0064\"}"}"#,
      #"{"log":"{\"k\":\"***\"}"}"#),
    TestCase(
      "references of XML",
      "&#112;&#64;&#115;&#115;&#47;&#119;&#58;&#114;&#100; "
        + "&#x70;&#x40;&#x73;&#x73;&#x2f;&#x77;&#x3a;&#x72;&#x64;", "*** ***"),
    TestCase(
      "references of HTML, some characters and any spelling",
      "p&#064;ss&#47;w&#x3A;rd p&commat;ss&sol;w&colon;rd p@ss&#x2F;w:rd p@ss&#X2f;w&#58;rd",
      "*** *** *** ***"),
    TestCase("a reference to another character", "p&#065;ss/w:rd", "p&#065;ss/w:rd"),
    TestCase("escapes of JSON in JSON, in part", #"p\\u0040ss\u002Fw:rd"#, "***"),
    TestCase("percent-encoded twice, digits and all", "?a=p%25%34%30ss%252Fw%3Ard", "?a=***"),
    TestCase("Base64", "Basic cEBzcy93OnJk", "Basic ***"),
    TestCase("Base64 of the pair", "Basic dXNlcjpwQHNzL3c6cmQ=", "Basic ***="),
    TestCase("percent-encoded three times", "?a=p%252540ss%25252Fw%25253Ard&b", "?a=***&b"),
    TestCase("percent-encoded in parts, more often", "?a=p%25252540ss%2fw%253ard&b", "?a=***&b"),
    TestCase("Base64 of percent-encoding", "k=cCU0MHNzJTJGdyUzQXJk!", "k=***!"),
    TestCase(
      "Base64 of percent-encoding, percent-encoded", "k=dXNlciUzQXAlNDBzcyUyRnclM0FyZA%3D%3D!",
      "k=***%3D%3D!"),
    TestCase(
      "another, percent-encoded", "?a=p%252540st%25252Fw%2525", "?a=p%252540st%25252Fw%2525"),
    TestCase("twice in a row", "p@ss/w:rdp@ss/w:rd", "******"),
  ])
  func secretIsMaskedWhereverItIsEchoed(_ test: TestCase<String, String>) {
    let redactor = Redactor(secrets: ["p@ss/w:rd", "user:p@ss/w:rd"])
    #expect(redactor.mask(text: test.input) == test.expected)
    #expect(redactor.mask(url: test.input) == test.expected)
  }

  @Test(arguments: [
    #"p\"q\r\u0065%41é😀"#, #"p\u0022q\u005cr\u005cu0065%41\u00e9\uD83D\ude00"#,
    #"p\"q\\r\\u0065%41é😀"#, "p%22q%5Cr%5Cu0065%2541%C3%A9%F0%9F%98%80",
  ])
  func secretOfSpecialCharactersIsMaskedInEverySpelling(_ text: String) {
    let redactor = Redactor(secrets: [#"p"q\r\u0065%41é😀"#])
    #expect(redactor.mask(text: "<\(text)>") == "<***>")
  }

  @Test func secretGivenInEncodedFormIsMaskedInPlainForm() {
    let redactor = Redactor(secrets: ["p%40ss%20word"])
    #expect(redactor.mask(text: "p@ss word, p@ss+word, p%40ss%20word") == "***, ***, ***")
  }

  @Test func longestSecretIsMaskedFirst() {
    let redactor = Redactor(secrets: ["abcd", "abcdefgh"])
    #expect(redactor.mask(text: "abcdefgh abcdef") == "*** ***ef")
  }

  @Test func shortSecretIsMaskedInItsPlaceOnly() {
    let redactor = Redactor(secrets: ["abc", "a", ""])
    #expect(redactor.mask(text: "abc, see /abc?key=abc") == "abc, see /abc?key=***")
    let atTheMinimum = Redactor(secrets: ["abcd"])
    #expect(atTheMinimum.mask(text: "abcd") == "***")
  }

  @Test func headersAreMaskedByNameAndByOwner() {
    let redactor = Redactor(secrets: ["hunter22"])
    func mask(_ name: String, _ value: String, byCaller: Bool = false) -> String {
      redactor.mask(header: name, value: value, suppliedByCaller: byCaller)
    }
    #expect(mask("AUTHORIZATION", "Bearer x") == "***")
    #expect(mask("Set-Cookie", "a=b") == "***")
    #expect(mask("X-Tenant", "acme", byCaller: true) == "***")
    #expect(mask("X-Request", "id hunter22") == "id ***")
    #expect(mask("Content-Type", "text/html") == "text/html")
  }

  @Test(arguments: [
    TestCase("user and password", "http://us%65r:p%40w@h/", ["p@w", "user:p@w", "user"]),
    TestCase("key as the user", "https://KEY1:x@h/", ["x", "KEY1:x", "KEY1"]),
    TestCase("path parameter", "/a;token=S%2F/b", ["S/"]),
    TestCase("user only", "http://tok%65n@h/", ["token", "token:"]),
    TestCase("user with empty password", "http://token:@h/", ["token", "token:"]),
    TestCase("named values", "/a?api_key=a%20b&page=2&token=", ["a b"]),
    TestCase("position", "/a?skip_key=1&api_key=c", ["c"]),
    TestCase("none", "http://h/a?page=2", []),
    TestCase("pattern", "http://u:pw12@h/?page=:currentPage&key=k", ["pw12", "u:pw12", "u", "k"]),
  ])
  func secretsAreFoundInURL(_ test: TestCase<String, [String]>) {
    #expect(Redactor.secrets(inURL: test.input) == test.expected)
  }

  /// As `Authorization: Basic ...`, or to a proxy, in whatever an API echoes.
  @Test(arguments: [
    ("http://us%65r:p%40w@h/", "dXNlcjpwQHc="), ("http://user@h/", "dXNlcjo="),
    ("http://user:@h/", "dXNlcjo"),
  ])
  func userinfoIsMaskedInBase64(_ url: String, _ echo: String) {
    let redactor = Redactor(secrets: Redactor.secrets(inURL: url))
    let shown = redactor.mask(url: "/again?echo=Basic%20\(echo)%0D")
    #expect(shown.hasPrefix("/again?echo=Basic%20***"), "\(shown)")
  }

  @Test func positionIsNoSecret() {
    #expect(Redactor.secrets(inURL: "/a?token=x&key=y", positions: ["token"]) == ["y"])
  }

  @Test(arguments: [
    TestCase("bearer", ["Authorization", "Bearer abc"], ["Bearer abc", "abc"]),
    TestCase(
      "basic", ["authorization", "Basic dXNlcjpwYXNz"],
      ["Basic dXNlcjpwYXNz", "dXNlcjpwYXNz", "user:pass", "pass", "user"]),
    TestCase("no Base64", ["Authorization", "Basic *"], ["Basic *", "*"]),
    TestCase("cookie", ["Cookie", "a=1; b=2=3"], ["a=1; b=2=3", "1", "2=3"]),
    TestCase("quoted cookie", ["Cookie", #"a="S1""#], [#"a="S1""#, #""S1""#, "S1"]),
    TestCase(
      "token part", ["Authorization", #"Token token="S1", x=2"#],
      [#"Token token="S1", x=2"#, #"token="S1", x=2"#, "S1"]),
    TestCase(
      "digest", ["Authorization", #"Digest username="u", uri="/a", response="6629""#],
      [
        #"Digest username="u", uri="/a", response="6629""#,
        #"username="u", uri="/a", response="6629""#, "6629",
      ]),
    TestCase(
      "OAuth", ["Authorization", #"OAuth realm="r",oauth_signature="a%3D""#],
      [
        #"OAuth realm="r",oauth_signature="a%3D""#, #"realm="r",oauth_signature="a%3D""#, "a%3D",
        "a=",
      ]),
    TestCase(
      "AWS", ["Authorization", "AWS4 Credential=AKIA1/2026/aws4, SignedHeaders=a, Signature=fe"],
      [
        "AWS4 Credential=AKIA1/2026/aws4, SignedHeaders=a, Signature=fe",
        "Credential=AKIA1/2026/aws4, SignedHeaders=a, Signature=fe", "AKIA1/2026/aws4", "AKIA1",
        "fe",
      ]),
    TestCase(
      "referer", ["Referer", "https://u:pw12@h/?api_key=S1"], ["pw12", "u:pw12", "u", "S1"]),
    TestCase("referer without secrets", ["Referer", "https://h/a?page=1"], []),
    TestCase("key", ["X-Api-Key", "k"], ["k"]),
    TestCase("token", ["X-Vendor-Token", "k"], ["k"]),
    TestCase("harmless", ["Accept", "application/json"], []),
    TestCase("harmless version", ["X-GitHub-Api-Version", "2022-11-28"], []),
    TestCase("any other", ["X-Tenant", "acme-4711"], ["acme-4711"]),
    TestCase("any other, short", ["X-Tenant", "acme"], []),
    TestCase("empty", ["Authorization", ""], []),
  ])
  func secretsAreFoundInHeaders(_ test: TestCase<[String], [String]>) {
    #expect(Redactor.secrets(inHeader: test.input[0], value: test.input[1]) == test.expected)
  }

  @Test func valueThatTheURLShowsIsNoSecretUnlessItIsACredential() {
    let url = "https://api.example.com/a?page=1"
    func secrets(_ name: String) -> [String] {
      Redactor.secrets(inHeader: name, value: "api.example.com", url: url)
    }
    #expect(secrets("X-RapidAPI-Host").isEmpty)
    #expect(secrets("X-Api-Key") == ["api.example.com"])
  }

  @Test(arguments: [
    TestCase("JSON member", #"{"a":{"api_key" : "x"}}"#, true),
    TestCase("form field", "user=a&password=b", true),
    TestCase("secret", #"{"q":"hunter22"}"#, true),
    TestCase("encoded secret", "q=hunter%322", true),
    TestCase("nothing", #"{"page":1,"keys":["key"]}"#, false),
    TestCase("empty", "", false),
  ])
  func credentialInBodyIsFound(_ test: TestCase<String, Bool>) {
    let redactor = Redactor(secrets: ["hunter22"])
    #expect(redactor.holdsCredential(body: Array(test.input.utf8)) == test.expected)
  }

  @Test(arguments: [
    TestCase("form", "user=a&password=S%201&page=2", ["S 1"]),
    TestCase("JSON", #"{"a":{"api_key" : "S1"},"page":1,"pwd":["S2","S3"]}"#, ["S1", "S2", "S3"]),
    TestCase("number", #"{"key": 4711, "n": 1}"#, ["4711"]),
    TestCase("escapes", #"{"secret":"a\/\u0026\"b"}"#, [#"a/&"b"#]),
    TestCase("JSON in a text of JSON", #"{"q":"{\"token\":\"S1\",\"n\":1}"}"#, ["S1"]),
    TestCase("URL", #"{"callback":"https://u:S1@h/"}"#, ["u:S1", "u", "S1"]),
    TestCase("cut short", #"{"token":"S1"#, ["S1"]),
    TestCase("nothing", #"{"page":1,"keys":["key"]}"#, []),
  ])
  func secretsAreFoundInBodies(_ test: TestCase<String, [String]>) {
    #expect(Redactor.secrets(inBody: test.input) == test.expected)
  }

  @Test func callersSecretsAreCollected() {
    var secrets = SecretList(positions: ["page_key"])
    secrets.add(url: "https://h/?api_key=S1&page_key=P")
    secrets.add(header: "X-Api-Key", value: "S2")
    secrets.add(parameter: "token", value: "S3")
    secrets.add(parameter: "page_key", value: "P")
    secrets.add(parameter: "next", value: "https://h/?sig=S4")
    secrets.add(parameter: "note", value: "key=S5")
    secrets.add(body: #"{"pwd":"S6"}"#)
    secrets.add(secret: "")
    #expect(secrets.values == ["S1", "S2", "S3", "S4", "S6"])
  }

  @Test func formerSecretsAreRememberedUpToAMaximum() {
    var redactor = Redactor(secrets: ["first-secret"])
    redactor = Redactor(secrets: ["second-secret"]).remembering(redactor)
    #expect(redactor.mask(text: "first-secret second-secret") == "*** ***")
    redactor = Redactor(secrets: ["first-secret"]).remembering(redactor)
    #expect(redactor.mask(text: "first-secret second-secret") == "*** ***")
    for number in 0...Redactor.formerMax {
      redactor = Redactor(secrets: ["secret-\(number)"]).remembering(redactor)
    }
    let last = Redactor.formerMax
    #expect(redactor.mask(text: "secret-\(last) secret-\(last - 9)") == "*** ***")
    #expect(redactor.mask(text: "second-secret") == "second-secret")
  }

  @Test func secretInATextIsFound() {
    let redactor = Redactor(secrets: ["hunter22"])
    #expect(redactor.holdsSecret("https://h/a?x=hunter%322"))
    #expect(!redactor.holdsSecret("https://h/a?api_key=x"))
  }

  @Test func everyTruncationIsMasked() {
    let text = #"{"next":"http:\/\/u:p@h?key=1\u0026b=2","Cookie":["a\"b"],"x":"s3cr3t%2"#
    let redactor = Redactor(secrets: ["s3cr3t"])
    for length in 0...text.utf8.count {
      let cut = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      #expect(!redactor.mask(text: cut).contains("s3cr3t"))
      #expect(!redactor.mask(url: cut).contains("s3cr3t"))
    }
  }

  @Test(arguments: ["/", "//a:b", "cookie:", "=", "?key=", ":\"", "\\u00", "%", "\":"])
  func longHostileTextIsMaskedInOnePass(_ unit: String) {
    let text = String(repeating: unit, count: 2_000)
    let redactor = Redactor(secrets: ["s3cr3t"])
    #expect(redactor.mask(text: text).utf8.count <= text.utf8.count * 4)
    #expect(redactor.mask(url: text).utf8.count <= text.utf8.count * 4)
    #expect(redactor.holdsCredential(body: Array(text.utf8)) || !text.contains("key"))
  }
}

/// Secrets that come back in another spelling.
struct RespelledSecretTests {
  private static let secret = "Zx9-S3CRET/val+7q"

  @Test(arguments: [
    "/a?next=%2Fa%3Fkey%3DZx9-S3CRET%252Fval%252B7q", "/a/Zx9-S3CRET%252fval%252b7q",
    "http://zx9-s3cret/val+7q", "/a?x=ZX9-S3CRET%2Fval%2B7q&y=zx9-s3cret%2Fval%2B7q",
  ])
  func isMasked(url: String) {
    let shown = Redactor(secrets: [Self.secret]).mask(url: url)
    #expect(shown.contains("***") && !shown.contains("val%252"), "\(shown)")
    #expect(!shown.contains("zx9-s3cret"), "\(shown)")
  }

  /// A mark in a checkpoint brings back what stood there.
  @Test(arguments: [
    "/a?p=2&k=Zx9-S3CRET%252Fval%252B7q", "/a?p=2&k=Zx9-S3CRET%252fval%252b7q",
    "/a?p=2&k=zx9-s3cret%2Fval%2B7q", "/a?p=2&k=Zx9-S3CRET%25252Fval%25252B7q",
    "/a?p=2&k=Zx9-S3CRET%25252fval%25252b7q",
    "/a?p=2&k=Zx9-S3CRET%2Fval%2B7q", "/a?p=2&k=Zx9-S3CRET/val+7q",
  ])
  func isSealed(url: String) throws {
    var secrets = SecretList()
    secrets.add(secret: Self.secret, at: "auth")
    let seal = SecretSeal(secrets, all: Redactor(secrets: [Self.secret]))
    let sealed = try #require(seal.seal(url: url))
    #expect(sealed.contains(SecretSeal.markStart) && !sealed.lowercased().contains("s3cret"))
    #expect(seal.open(sealed) == url)
  }

  /// More may be encoded than needs to be, in either case of the digits: the same value comes back.
  @Test func comesBackWithTheSameMeaningHoweverMuchIsEncoded() throws {
    var random = SeededGenerator()
    let alphabet = Array("aZ9-._~/+%=&: ")
    for _ in 0..<2_000 {
      let secret = "s3" + String((0..<(8 + random.below(8))).map { _ in random.pick(alphabet) })
      let percent = random.below(101)
      var spelled: [UInt8] = []
      for byte in Array(secret.utf8) {
        var encoded: [UInt8] = []
        let isPlain = ASCII.isUnreserved(byte) && !random.chance(percent)
        PercentCoding.append(byte, to: &encoded) { _ in isPlain }
        if encoded.count > 1, random.chance(50) { encoded = encoded.map(ASCII.lowercased) }
        spelled += encoded
      }
      let url = "/a?p=2&k=" + String(decoding: spelled, as: UTF8.self) + "&z=1"
      var secrets = SecretList()
      secrets.add(secret: secret, at: "auth")
      let seal = SecretSeal(secrets, all: Redactor(secrets: [secret]))
      let sealed = try #require(seal.seal(url: url), "\(url)")
      #expect(sealed.contains(SecretSeal.markStart) && !sealed.contains(secret))
      let opened = try #require(seal.open(sealed))
      let values = QueryString.parse(String(opened.dropFirst(3))).map(\.value)
      #expect(values == ["2", secret, "1"], "\(secret) as \(url) is \(opened)")
    }
  }

  /// What no mark can bring back is not sealed, so that no checkpoint is made of it.
  @Test(arguments: [
    "/a?k=Zx9-S3CRET%2525252Fval%2525252B7q", "/a?k=Zx9-S3CRET/val%25252B7q",
    "/a?k=Wng5LVMzQ1JFVCUyRnZhbCUyQjdx",
  ])
  func isNotSealedWhereItWouldComeBackOtherwise(url: String) {
    var secrets = SecretList()
    secrets.add(secret: Self.secret, at: "auth")
    let redactor = Redactor(secrets: [Self.secret])
    #expect(redactor.mask(url: url) == "/a?k=***")
    #expect(SecretSeal(secrets, all: redactor).seal(url: url) == nil)
  }
}
