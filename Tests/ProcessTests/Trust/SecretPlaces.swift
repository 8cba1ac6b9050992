import Foundation

/// Where a caller can put a secret. Each has a mark of its own, so that a leak names its place.
struct SecretPlace: Sendable {
  let name: String
  /// Params of `open` as JSON, without id, URL and what every place has. `MARK` is the secret, `API`
  /// the API's host and port.
  let open: String
  /// Part of the URL.
  var userinfo = ""
  var path = "/a"
  /// Params of a single load.
  var parameters: String?
  /// Params of a later `configure`.
  var configure: String?

  init(_ name: String, _ open: String = "") {
    self.name = name
    self.open = open
  }

  var mark: String { "S3CRET-\(name)-mark" }

  private func with(_ change: (inout SecretPlace) -> Void) -> SecretPlace {
    var place = self
    change(&place)
    return place
  }

  private static func header(_ name: String, _ field: String, _ value: String) -> SecretPlace {
    SecretPlace(name, #""headers":{"\#(field)":"\#(value)"}"#)
  }

  private static func auth(_ type: String, _ name: String, _ fields: String) -> SecretPlace {
    SecretPlace(name, #""auth":{"type":"\#(type)",\#(fields)}"#)
  }

  static let all =
    headers + urls + credentials + [
      SecretPlace("parameter", #""parameters":{"api_key":"MARK"}"#),
      SecretPlace("json-body", #""method":"POST","body":{"a":{"password":"MARK"}}"#),
      SecretPlace("form-body", #""method":"POST","body":"a=1&client_secret=MARK""#),
      SecretPlace("proxy", #""fetching":{"proxy":"http://me:MARK@API","retries":0}"#),
      SecretPlace(
        "next-url",
        #""pagination":{"strategy":"cursor","next":"next","nextURL":"http://API/n?token=MARK&c=:cursor"}"#
      ),
      SecretPlace("load").with { $0.parameters = #"{"token":"MARK"}"# },
      SecretPlace("configured-before", #""headers":{"X-Api-Key":"MARK"}"#)
        .with { $0.configure = #"{"headers":{"X-Api-Key":null}}"# },
      SecretPlace("configured").with { $0.configure = #"{"headers":{"X-Api-Key":"MARK"}}"# },
      SecretPlace("profile", #""profile":"secret-test""#),
      SecretPlace("environment", #""profile":"secret-env-test""#),
    ]

  private static let headers = [
    header("bearer", "Authorization", "Bearer MARK"),
    header("parts", "Authorization", #"Token token=\"MARK\", x=y"#),
    header("digest", "Authorization", #"Digest username=\"u\", response=\"MARK\""#),
    header("signature", "Authorization", "AWS4-HMAC-SHA256 Credential=A/1, Signature=MARK"),
    header("shared-access", "Authorization", "SharedAccessSignature sr=a&sig=MARK&skn=k"),
    header("aws-pair", "Authorization", "AWS AK:MARK"),
    header("key-pair", "Authorization", "ApiKey user:MARK"),
    header("key", "X-Api-Key", "MARK"), header("plain-header", "X-Team", "MARK"),
    header("cookie", "Cookie", #"a=1; sid=\"MARK\""#),
    header("proxy-authorization", "Proxy-Authorization", "Basic MARK"),
    header("referer", "Referer", "http://h/?jwt=MARK"),
  ]

  private static let urls = [
    SecretPlace("query").with { $0.path = "/a?access_token=MARK" },
    SecretPlace("refresh").with { $0.path = "/a?refresh_token=MARK" },
    SecretPlace("subscription").with { $0.path = "/a?subscription-key=MARK" },
    SecretPlace("path").with { $0.path = "/a;token=MARK/b" },
    SecretPlace("password").with { $0.userinfo = "me:MARK@" },
    SecretPlace("user").with { $0.userinfo = "MARK:x@" },
    SecretPlace("fragment").with { $0.path = "/a#id_token=MARK" },
  ]

  private static let credentials = [
    SecretPlace("token", #""token":"MARK""#), auth("bearer", "auth-bearer", #""token":"MARK""#),
    auth("basic", "auth-basic", #""username":"me","password":"MARK""#),
    auth("apiKey", "auth-header", #""name":"X-K","value":"MARK""#),
    auth("apiKey", "auth-query", #""name":"q","in":"query","value":"MARK""#),
    auth("apiKey", "auth-cookie", #""name":"c","in":"cookie","value":"MARK""#),
    auth("apiKey", "auth-prefix", #""name":"Authorization","prefix":"AWS ","value":"AK:MARK""#),
    auth(
      "apiKey", "auth-signature",
      #""name":"Authorization","prefix":"SharedAccessSignature ","value":"sr=a&sig=MARK&se=1""#),
    auth(
      "oauth2", "auth-client",
      #""tokenURL":"http://API/token","clientId":"me","clientSecret":"MARK""#),
    auth(
      "oauth2", "auth-refresh",
      #""tokenURL":"http://API/token","clientId":"me","grant":"refresh_token","refreshToken":"MARK""#
    ),
    auth(
      "oauth2", "auth-parameter",
      #""tokenURL":"http://API/token","clientId":"me","clientSecret":"x","parameters":{"password":"MARK"}"#
    ),
    auth(
      "awsSigV4", "auth-aws",
      #""accessKeyId":"AK","secretAccessKey":"MARK","region":"eu-west-1","service":"s3""#),
    auth(
      "awsSigV4", "auth-session",
      #""accessKeyId":"AK","secretAccessKey":"x","sessionToken":"MARK","region":"eu-west-1","service":"s3""#
    ),
  ]

  /// Profiles with the secrets of two places.
  static let profiles = #"""
    {"profiles":{"secret-test":{"headers":{"X-Api-Key":"S3CRET-profile-mark"}},
    "secret-env-test":{"headers":{"X-Anything":"{env:PAGINATOR_TEST_SECRET}"}}}}
    """#
  static let environment = ["PAGINATOR_TEST_SECRET": "S3CRET-environment-mark"]

  /// Params of `open` for an API at that host and port, by a URL with that scheme and host.
  func params(_ api: String, at base: String, more: String) -> String {
    let scheme = base.prefix { $0 != ":" }
    let host = base.dropFirst(scheme.count + 3)
    let members =
      [#""paginatorId":"\#(name)","url":"\#(scheme)://\#(userinfo)\#(host)\#(path)""#]
      + [open].filter { !$0.isEmpty }
      + (open.contains("\"fetching\"") ? [] : [#""fetching":{"retries":0,"timeoutSeconds":0.5}"#])
      + (open.contains("\"pagination\"")
        ? [] : [#""pagination":{"strategy":"body","next":"next"}"#])
      + [more]
    return filled("{\(members.joined(separator: ","))}", api)
  }

  func filled(_ text: String, _ api: String) -> String {
    text.replacingOccurrences(of: "MARK", with: mark).replacingOccurrences(of: "API", with: api)
  }
}
