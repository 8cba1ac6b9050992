import JSON
import Testing

@testable import Pagination

/// Lines of JSON that are no items.
struct EnvelopeLinesTests {
  private func found(_ lines: [String]) throws -> [String] {
    let text = "[" + lines.joined(separator: ",") + "]"
    let document = try JSONDocument(Array(text.utf8))
    return document.envelopeLines(among: document.elements(of: document.root))
      .map(document.text)
  }

  @Test(arguments: [
    #"{"next_cursor":"10"}"#, #"{"nextPageToken":null}"#, #"{"@odata.nextLink":"/a?p=2"}"#,
    #"{"has_more":true,"cursor":"k"}"#, #"{"meta":{"next_cursor":"10","took":3}}"#,
    #"{"_links":{"self":{"href":"/a"},"next":{"href":"/b"}}}"#, #"{"total":30}"#,
    #"{"links":[{"rel":"next","href":"/b"}]}"#, #"{"pagination":{}}"#, #"{"token":"k2"}"#,
    #"{"page":1,"total_pages":3,"count":10}"#, #"{"truncated":true}"#,
    #"{"self":"/a","prev":null,"next":"/b"}"#,
  ])
  func signsAreNoItems(line: String) throws {
    let rows = [#"{"id":1}"#, #"{"id":2}"#, "[3]"]
    #expect(try found(rows + [line]) == [line])
    #expect(try found([line] + rows) == [line])
    #expect(try found([#"{"paging":{"page":2}}"#] + rows + [line]).last == line)
    #expect(try found([rows[0], line, rows[1]]) == [])
  }

  @Test(arguments: [
    #"{"id":9,"next":"/b"}"#, #"{"message":"hello"}"#, #"{"page":7}"#, #"{"limit":7,"offset":0}"#,
    #"{"total":12.5}"#, #"{"meta":{"author":"A"}}"#, #"{"meta":"x"}"#, #"{"next_review":"2027"}"#,
    #"{"access_token":"k"}"#, "{}", "7", #"["next"]"#, #"{"account":5}"#, #"{"done":"x"}"#,
    #"{"error":"x"}"#,
  ])
  func otherLinesAreItems(line: String) throws {
    #expect(try found([#"{"id":1}"#, #"{"id":2}"#, line]) == [])
    #expect(try found([line]) == [])
  }

  @Test func namesOfOtherLinesAreNoSigns() throws {
    #expect(try found([#"{"id":1,"next":2}"#, #"{"id":2}"#, #"{"next":3}"#]) == [])
    #expect(try found([#"{"total":1}"#, #"{"total":2}"#]) == [])
  }

  /// A line alone is an item but where its name can mean nothing else.
  @Test func aLoneLine() throws {
    #expect(try found([#"{"next_cursor":null}"#]).count == 1)
    #expect(try found([#"{"meta":{"total":0}}"#]).count == 1)
    #expect(try found([#"{"token":"k"}"#]) == [])
    #expect(try found([#"{"total":5}"#]) == [])
  }
}
