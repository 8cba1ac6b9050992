import Foundation
import Testing

/// What a client says that it can do, where it says it wrong.
struct CapabilityTests {
  @Test(arguments: [
    (
      #"{"paginator":{"credential":true,"fetch":true}}"#,
      #"unknown member "credential" of capabilities.paginator; did you mean "credentials"?"#
    ),
    (
      #"{"paginator":{"fetch":"yes"}}"#, #""fetch" of capabilities.paginator must be true or false"#
    ),
    (#"{"paginator":true}"#, "capabilities.paginator must be an object"),
  ])
  func aMistakeIsInTheLog(capabilities: String, words: String) throws {
    let run = try initialize(capabilities)
    #expect(run.status == 0 && run.output.contains(#""protocolVersion""#))
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  /// Other protocols have capabilities of their own.
  @Test(arguments: [
    "{}", #"{"paginator":{"fetch":false,"notifications":null}}"#, #"{"textDocument":{"x":1}}"#,
  ])
  func nothingElseIsTold(capabilities: String) throws {
    #expect(try initialize(capabilities).errors.isEmpty)
  }

  private func initialize(_ capabilities: String) throws -> Run {
    try Run(
      Built.paginator, ["serve"],
      input: """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":\(capabilities)}}
        {"jsonrpc":"2.0","id":2,"method":"shutdown"}
        {"jsonrpc":"2.0","method":"exit"}

        """)
  }
}
