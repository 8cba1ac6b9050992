import JSON
import Pagination
import Testing

@testable import Server

/// The table of `open`'s fields and the document say the same.
struct OpenFieldTests {
  private static func params(of method: String) throws -> Set<String> {
    let document = try JSONDocument(Method.openRPC.joined())
    let methods = document.value(document.root)["methods"]?.arrayValue ?? []
    let entry = try #require(methods.first { $0["name"]?.stringValue == method })
    return Set((entry["params"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue })
  }

  /// Those that any request of LSP or MCP may have.
  private static let common: Set = ["_meta", "workDoneToken", "partialResultToken"]

  @Test func everyFieldIsInTheTable() throws {
    let names = Set(OpenField.all.map(\.name)).subtracting(Self.common)
    #expect(names == (try Self.params(of: "paginator/open")).subtracting(Self.common))
  }

  @Test func whatConfigureChangesIsChangeable() throws {
    let names = try Self.params(of: "paginator/configure").subtracting(["paginatorId"])
    #expect(Set(OpenField.names(.changeable)) == names)
  }
}
