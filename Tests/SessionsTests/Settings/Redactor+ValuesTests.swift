import JSON
import TestSupport
import Testing

@testable import Sessions

/// Nothing that a state or an error quotes of a response gives a secret away.
struct RedactorValuesTests {
  static let secret = "ge/heim 4711"

  /// Params with a secret, and a page's list at `items`.
  static func open(_ more: String = "") -> String {
    #"{"url":"{base}/a","itemsPath":"items","parameters":{"api_key":"\#(secret)"},"#
      + #""fetching":{"retries":0}\#(more)}"#
  }

  private func load(_ open: String, _ body: String) throws -> String {
    let world = try World(open)
    let answer = world.load(.next)
    try world.client.only().reply(body)
    guard let outcome = answer.outcome else { return "no answer" }
    let state = world.state
    return "\(outcome.map(\.snapshot)) \(state)"
  }

  static let quoted: [(id: String, open: String, body: String)] = [
    (
      "a count", open(#","paginationMapping":{"total":"objectCount"}"#),
      #"{"items":[1],"total":"\#(secret)"}"#
    ),
    (
      "what decides the end",
      open(#","pagination":{"strategy":"cursor","next":"next","more":"more"}"#),
      #"{"items":[1],"more":"\#(secret)","next":null}"#
    ),
    (
      "a next that leads nowhere", open(#","pagination":{"strategy":"body","next":"next"}"#),
      #"{"items":[1],"next":{"x":"\#(secret)"}}"#
    ),
    ("keys of the body", open(), #"{"\#(secret)":1}"#),
    (
      "a number",
      open(#","paginationMapping":{"total":"objectCount"}"#)
        .replacing(secret, with: "-4711815"), #"{"items":[1],"total":-4711815}"#
    ),
    (
      "a secret of the body",
      #"{"url":"{base}/a","itemsPath":"items","method":"POST","fetching":{"retries":0},"#
        + #""body":{"a":[{"password":"\#(secret)"}]},"paginationMapping":{"t":"objectCount"}}"#,
      #"{"items":[1],"t":"\#(secret)"}"#
    ),
    (
      "a header of any name", open(#","headers":{"X-Tenant":"acme-4711815"}"#),
      #"{"acme-4711815":1}"#
    ),
  ]

  @Test(arguments: quoted.indices)
  func quotedSecretIsMasked(_ index: Int) throws {
    let (id, open, body) = Self.quoted[index]
    let told = try load(open, body)
    #expect(told.contains("***"), "\(id): \(told)")
    #expect(!told.contains(Self.secret) && !told.contains("4711815"), "\(id): \(told)")
  }

  @Test func checkpointIsTakenWithOtherHeaders() throws {
    let open = Pages.counted(#","headers":{"X-Tenant":"api.test/a"}"#)
    let world = try World(open)
    try world.visit(1...1, total: 9)
    let checkpoint = world.checkpoint
    let other = try World(Pages.counted())
    try other.session.resume(checkpoint)
    #expect(other.state.error == nil)
    try other.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4], total: 9))
  }
}
