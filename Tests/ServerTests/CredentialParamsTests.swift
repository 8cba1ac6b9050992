import JSON
import Pagination
import Profiles
import Sessions
import TestSupport
import Testing

@testable import Server

/// The params `token` and `auth`: what is refused, and where.
struct CredentialParamsTests {
  private static func object(_ text: String) throws -> JSONObject {
    return try #require(json(text).objectValue)
  }

  private static func path(_ text: String) throws -> String? {
    var params = try object(text)
    if params["url"] == nil { params["url"] = "https://api.test/a?page=:currentPage&q=1" }
    do throws(SettingsReader.Failure) {
      _ = try SettingsReader.settings(params)
      return nil
    } catch {
      return fieldPath(error)
    }
  }

  private static func fieldPath(_ failure: SettingsReader.Failure) -> String? {
    if case .field(let error) = failure { error.path } else { nil }
  }

  private static let oauth =
    #""type":"oauth2","tokenURL":"https://l.test/t","clientId":"c","clientSecret":"s""#

  @Test(arguments: [
    (#"{"token":"t","auth":{"type":"bearer","token":"t"}}"#, "token"),
    (#"{"token":""}"#, "token"), (#"{"token":"a\nb"}"#, "token"),
    (#"{"token":1}"#, "token"), (#"{"auth":"x"}"#, "auth"),
    (#"{"auth":{}}"#, "auth.type"), (#"{"auth":{"type":"digest"}}"#, "auth.type"),
    (#"{"auth":{"type":"bearer"}}"#, "auth.token"),
    (#"{"auth":{"type":"bearer","token":"t","user":1}}"#, "auth.user"),
    (#"{"auth":{"type":"basic"}}"#, "auth.username"),
    (#"{"auth":{"type":"basic","username":"a:b"}}"#, "auth.username"),
    (#"{"auth":{"type":"apiKey","value":"v"}}"#, "auth.name"),
    (#"{"auth":{"type":"apiKey","name":"X"}}"#, "auth.value"),
    (#"{"auth":{"type":"apiKey","name":"X Y","value":"v"}}"#, "auth.name"),
    (#"{"auth":{"type":"apiKey","name":"Host","value":"v"}}"#, "auth.name"),
    (#"{"auth":{"type":"apiKey","name":"X","value":"v","in":"body"}}"#, "auth.in"),
    (#"{"auth":{"type":"apiKey","name":"s","value":"a;b","in":"cookie"}}"#, "auth.value"),
    (#"{"auth":{"type":"oauth2","clientId":"c","clientSecret":"s"}}"#, "auth.tokenURL"),
    (
      #"{"auth":{"type":"oauth2","tokenURL":"http://l.test/t","clientId":"c","clientSecret":"s"}}"#,
      "auth.tokenURL"
    ),
    (
      #"{"auth":{"type":"oauth2","tokenURL":"https://u@l.test/","clientId":"c","clientSecret":"s"}}"#,
      "auth.tokenURL"
    ),
    (
      #"{"auth":{"type":"oauth2","tokenURL":"https://l.test/#a","clientId":"c","clientSecret":"s"}}"#,
      "auth.tokenURL"
    ),
    (
      #"{"auth":{"type":"oauth2","tokenURL":"https://l.test/t","clientId":"c"}}"#,
      "auth.clientSecret"
    ),
    ("{\"auth\":{\(oauth),\"grant\":\"password\"}}", "auth.grant"),
    ("{\"auth\":{\(oauth),\"grant\":\"refresh_token\"}}", "auth.refreshToken"),
    ("{\"auth\":{\(oauth),\"refreshToken\":\"r\"}}", "auth.refreshToken"),
    ("{\"auth\":{\(oauth),\"refreshTokenFile\":\"/r\"}}", "auth.refreshTokenFile"),
    (
      "{\"auth\":{\(oauth),\"grant\":\"refresh_token\",\"refreshToken\":\"r\","
        + "\"refreshTokenFile\":\"/r\"}}", "auth.refreshTokenFile"
    ),
    ("{\"auth\":{\(oauth),\"scopes\":[1]}}", "auth.scopes.0"),
    ("{\"auth\":{\(oauth),\"scopes\":\"a b\"}}", "auth.scopes"),
    ("{\"auth\":{\(oauth),\"parameters\":{\"a\":1}}}", "auth.parameters.a"),
    (
      #"{"auth":{"type":"awsSigV4","accessKeyId":"a","secretAccessKey":"s"}}"#, "auth.region"
    ),
    (
      #"{"auth":{"type":"awsSigV4","accessKeyId":"a","secretAccessKey":"s","region":"r"}}"#,
      "auth.service"
    ),
    // What the credentials write, the caller does not.
    (#"{"token":"t","headers":{"authorization":"x"}}"#, "token"),
    (#"{"auth":{"type":"apiKey","name":"X-K","value":"v"},"headers":{"x-k":"x"}}"#, "auth"),
    (
      #"{"auth":{"type":"apiKey","name":"q","value":"v","in":"query"}}"#, "auth"
    ),
    (
      #"{"auth":{"type":"apiKey","name":"k","value":"v","in":"query"},"parameters":{"k":"1"}}"#,
      "auth"
    ),
    (
      #"{"auth":{"type":"apiKey","name":"page","value":"v","in":"query"},"url":"https://api.test/","#
        + #""pagination":{"strategy":"page"}}"#, "auth"
    ),
    (
      #"{"auth":{"type":"apiKey","name":"s","value":"v","in":"cookie"},"headers":{"Cookie":"a=1; s=2"}}"#,
      "auth"
    ),
  ])
  func wrongFieldIsNamed(params: String, path: String) throws {
    #expect(try Self.path(params) == path)
  }

  @Test(arguments: [
    #"{"token":"t"}"#, #"{"token":null,"auth":null}"#,
    #"{"auth":{"type":"basic","username":"","password":""}}"#,
    #"{"auth":{"type":"apiKey","name":"a b","value":"v","in":"query"}}"#,
    #"{"auth":{"type":"oauth2","tokenURL":"http://127.8.9.1:80/t","clientId":"c","clientSecret":""}}"#,
    #"{"auth":{"type":"oauth2","tokenURL":"http://[::1]/t","clientId":"c","grant":"refresh_token","refreshToken":"r"}}"#,
    #"{"auth":{"type":"awsSigV4","accessKeyId":"a","secretAccessKey":"s"},"url":"https://sqs.eu-west-1.amazonaws.com/"}"#,
    #"{"auth":{"type":"awsSigV4","accessKeyId":"a","secretAccessKey":"s","region":"r","service":"x"}}"#,
  ])
  func rightFieldsAreTaken(params: String) throws {
    #expect(try Self.path(params) == nil)
  }

  /// In a configure that gives neither, its own field is at fault.
  @Test func configureNamesItsOwnField() throws {
    let changes = try Self.object(#"{"headers":{"Authorization":"x"}}"#)
    let base = try Self.object(#"{"url":"https://api.test/a","token":"t"}"#)
    #expect {
      try SettingsReader.settings(ParameterMerge.apply(changes, to: base), changes: changes)
    } throws: { error in
      (error as? SettingsReader.Failure).flatMap(Self.fieldPath) == "headers.Authorization"
    }
  }

  @Test func eitherTakesThePlaceOfTheOther() throws {
    let base = try Self.object(#"{"url":"https://api.test/a","token":"t"}"#)
    let auth = try Self.object(#"{"auth":{"type":"basic","username":"u"}}"#)
    let merged = ParameterMerge.apply(auth, to: base)
    #expect(merged["token"] == nil && merged["auth"] != nil)
    #expect(ParameterMerge.apply(["token": "x"], to: merged)["auth"] == nil)
    #expect(ParameterMerge.apply(["token": .null], to: merged)["auth"] == nil)
  }
}
