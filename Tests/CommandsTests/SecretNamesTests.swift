import JSON
import Testing

@testable import Commands

/// Params of a profile whose secrets become names of variables.
struct SecretNamesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: JSONObject
    let after: JSONObject

    init(_ name: String, _ before: JSONObject, _ after: JSONObject) {
      testDescription = name
      self.before = before
      self.after = after
    }
  }

  @Test(arguments: [
    Case("token", ["token": "S3cret"], ["token": "{env:MY_API_TOKEN}"]),
    Case("token of a variable", ["token": "{env:T}"], ["token": "{env:T}"]),
    Case(
      "client secret",
      [
        "auth": [
          "type": "oauth2", "tokenURL": "https://h/token", "clientId": "app",
          "clientSecret": "S3cret",
        ]
      ],
      [
        "auth": [
          "type": "oauth2", "tokenURL": "https://h/token", "clientId": "app",
          "clientSecret": "{env:MY_API_CLIENT_SECRET}",
        ]
      ]),
    Case(
      "key", ["auth": ["type": "apiKey", "name": "X-Key", "value": "S3cret"]],
      ["auth": ["type": "apiKey", "name": "X-Key", "value": "{env:MY_API_VALUE}"]]),
    Case(
      "headers",
      ["headers": ["Authorization": "Bearer S3cret", "X-Api-Key": "S3cret", "Accept": "text/csv"]],
      [
        "headers": [
          "Authorization": "Bearer {env:MY_API_AUTHORIZATION}",
          "X-Api-Key": "{env:MY_API_X_API_KEY}",
          "Accept": "text/csv",
        ]
      ]),
    Case(
      "parameters", ["parameters": ["api_key": "S3cret", "q": "birds"]],
      ["parameters": ["api_key": "{env:MY_API_API_KEY}", "q": "birds"]]),
    Case(
      "URL", ["url": "https://me:S3cret@h/a?api_key=S3cret&q=1"],
      [
        "url": "https://h/a?q=1",
        "auth": ["type": "basic", "username": "me", "password": "{env:MY_API_PASSWORD}"],
        "parameters": ["api_key": "{env:MY_API_API_KEY}"],
      ]),
    Case(
      "body", ["body": ["filter": ["password": "S3cret", "n": 1]]],
      ["body": ["filter": ["password": "{env:MY_API_PASSWORD}", "n": 1]]]),
    Case(
      "form", ["body": "n=1&client_secret=S3cret"],
      ["body": "n=1&client_secret={env:MY_API_CLIENT_SECRET}"]),
    Case(
      "proxy", ["fetching": ["proxy": "http://me:S3cret@proxy:80", "retries": 1]],
      ["fetching": ["proxy": "{env:MY_API_PROXY}", "retries": 1]]),
    Case(
      "where nobody looks for one", ["itemsPath": "S3cret"],
      ["itemsPath": "{env:MY_API_ITEMS_PATH}"]),
  ])
  func secretIsNamed(test: Case) {
    var names = SecretNames(profile: "my-api")
    let after = names.taken(from: test.before) { $0.contains("S3cret") }
    #expect(JSONValue.object(after) == .object(test.after))
    #expect(names.variables.isEmpty == (test.before == test.after))
  }
}
