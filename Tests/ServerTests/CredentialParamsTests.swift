import JSON
import Pagination
import Profiles
import Sessions
import TestSupport
import Testing

@testable import Server

/// The params `token` and `auth`: what is refused, and where.
struct CredentialParamsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String

    init(_ params: String, _ path: String) {
      testDescription = params
      self.path = path
    }
  }

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
    Case(#"{"token":"t","auth":{"type":"bearer","token":"t"}}"#, "token"),
    Case(#"{"token":""}"#, "token"), Case(#"{"token":"a\nb"}"#, "token"),
    Case(#"{"token":1}"#, "token"), Case(#"{"auth":"x"}"#, "auth"),
    Case(#"{"auth":{}}"#, "auth.type"), Case(#"{"auth":{"type":"digest"}}"#, "auth.type"),
    Case(#"{"auth":{"type":"bearer"}}"#, "auth.token"),
    Case(#"{"auth":{"type":"bearer","token":"t","user":1}}"#, "auth.user"),
    Case(#"{"auth":{"type":"basic"}}"#, "auth.username"),
    Case(#"{"auth":{"type":"basic","username":"a:b"}}"#, "auth.username"),
    Case(#"{"auth":{"type":"apiKey","value":"v"}}"#, "auth.name"),
    Case(#"{"auth":{"type":"apiKey","name":"X"}}"#, "auth.value"),
    Case(#"{"auth":{"type":"apiKey","name":"X Y","value":"v"}}"#, "auth.name"),
    Case(#"{"auth":{"type":"apiKey","name":"Host","value":"v"}}"#, "auth.name"),
    Case(#"{"auth":{"type":"apiKey","name":"X","value":"v","in":"body"}}"#, "auth.in"),
    Case(#"{"auth":{"type":"apiKey","name":"s","value":"a;b","in":"cookie"}}"#, "auth.value"),
    Case(#"{"auth":{"type":"oauth2","clientId":"c","clientSecret":"s"}}"#, "auth.tokenURL"),
    Case(
      #"{"auth":{"type":"oauth2","tokenURL":"http://l.test/t","clientId":"c","clientSecret":"s"}}"#,
      "auth.tokenURL"),
    Case(
      #"{"auth":{"type":"oauth2","tokenURL":"https://u@l.test/","clientId":"c","clientSecret":"s"}}"#,
      "auth.tokenURL"),
    Case(
      #"{"auth":{"type":"oauth2","tokenURL":"https://l.test/#a","clientId":"c","clientSecret":"s"}}"#,
      "auth.tokenURL"),
    Case(
      #"{"auth":{"type":"oauth2","tokenURL":"https://l.test/t","clientId":"c"}}"#,
      "auth.clientSecret"),
    Case("{\"auth\":{\(oauth),\"grant\":\"password\"}}", "auth.grant"),
    Case("{\"auth\":{\(oauth),\"grant\":\"refresh_token\"}}", "auth.refreshToken"),
    Case("{\"auth\":{\(oauth),\"refreshToken\":\"r\"}}", "auth.refreshToken"),
    Case("{\"auth\":{\(oauth),\"refreshTokenFile\":\"/r\"}}", "auth.refreshTokenFile"),
    Case(
      "{\"auth\":{\(oauth),\"grant\":\"refresh_token\",\"refreshToken\":\"r\","
        + "\"refreshTokenFile\":\"/r\"}}", "auth.refreshTokenFile"),
    Case("{\"auth\":{\(oauth),\"scopes\":[1]}}", "auth.scopes.0"),
    Case("{\"auth\":{\(oauth),\"scopes\":\"a b\"}}", "auth.scopes"),
    Case("{\"auth\":{\(oauth),\"parameters\":{\"a\":1}}}", "auth.parameters.a"),
    Case(
      #"{"auth":{"type":"awsSigV4","accessKeyId":"a","secretAccessKey":"s"}}"#, "auth.region"),
    Case(
      #"{"auth":{"type":"awsSigV4","accessKeyId":"a","secretAccessKey":"s","region":"r"}}"#,
      "auth.service"),
    // What the credentials write, the caller does not.
    Case(#"{"token":"t","headers":{"authorization":"x"}}"#, "token"),
    Case(#"{"auth":{"type":"apiKey","name":"X-K","value":"v"},"headers":{"x-k":"x"}}"#, "auth"),
    Case(
      #"{"auth":{"type":"apiKey","name":"q","value":"v","in":"query"}}"#, "auth"),
    Case(
      #"{"auth":{"type":"apiKey","name":"k","value":"v","in":"query"},"parameters":{"k":"1"}}"#,
      "auth"),
    Case(
      #"{"auth":{"type":"apiKey","name":"page","value":"v","in":"query"},"url":"https://api.test/","#
        + #""pagination":{"strategy":"page"}}"#, "auth"),
    Case(
      #"{"auth":{"type":"apiKey","name":"s","value":"v","in":"cookie"},"headers":{"Cookie":"a=1; s=2"}}"#,
      "auth"),
  ])
  func wrongFieldIsNamed(_ test: Case) throws {
    #expect(try Self.path(test.testDescription) == test.path)
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
