import HTTP
import Testing
import Text

@testable import Detection
@testable import Pagination

@Suite struct FieldNameTests {
  @Test(arguments: [
    ("nextPageToken", ["next", "page", "token"]), ("next_page_token", ["next", "page", "token"]),
    ("NextToken", ["next", "token"]), ("@odata.nextLink", ["odata", "next", "link"]),
    ("X-WP-TotalPages", ["x", "wp", "total", "pages"]), ("__next", ["next"]),
    ("hydra:next", ["next"]), ("zs:numberOfRecords", ["number", "of", "records"]),
    ("IsTruncated", ["is", "truncated"]),
    ("OBJECTID", ["objectid"]), ("nextURL", ["next", "url"]), ("URLPath", ["url", "path"]),
    ("nextcursor", ["next", "cursor"]), ("page[size]", ["page", "size"]), ("", []), ("--", []),
    ("ключ", ["ключ"]),
  ])
  func aNameIsItsWords(_ name: String, _ words: [String]) {
    #expect(FieldName(name).words == words)
  }

  @Test(arguments: [
    ("nextPageToken", "pageToken"), ("next_page_token", "page_token"),
    ("NextPageToken", "PageToken"),
    ("next-page-token", "page-token"), ("nextpagetoken", "page_token"),
  ])
  func wordsAreSpelledLikeAName(_ name: String, _ spelled: String) {
    #expect(FieldName.spell(["page", "token"], like: name) == spelled)
  }

  @Test(arguments: [
    ("page[size]", "pagesize"), ("pagination[pageSize]", "pagesize"),
    ("filter[count]", "filtercount"),
    ("searchCriteria[currentPage]", "currentpage"), ("$skip", "skip"), ("_limit", "limit"),
  ])
  func aParameterIsWhatItNames(_ name: String, _ flat: String) {
    #expect(FieldName.parameter(name).flat == flat)
  }
}

@Suite struct URLReferenceTests {
  @Test(
    arguments: [
      ("https://H:8443/a/b?x=1#f", "https://h:8443", "/a/b", ["x"]),
      ("https://u:p@h/a", "https://h", "/a", []), ("/a?x=1&y=2", nil, "/a", ["x", "y"]),
      ("?x=1", nil, "", ["x"]), ("x=1&y=2", nil, "", ["x", "y"]), ("b/c", nil, "b/c", []),
      ("/a?u=http://x/y", nil, "/a", ["u"]), ("", nil, "", []), ("https://h", "https://h", "", []),
    ] as [(String, String?, String, [String])])
  func aReferenceIsItsParts(_ text: String, _ origin: String?, _ path: String, _ names: [String]) {
    let reference = URLReference(text)
    #expect(reference.origin == origin)
    #expect(reference.path == path)
    #expect(reference.query.map(\.name) == names)
  }
}

@Suite struct GraphQLTextTests {
  @Test(
    arguments: [
      ("query($c: String) { films(first: 5, after: $c) { nodes { id } } }", "films", "c"),
      ("query($after: String) { films(after:$after) { id } }", "films", "after"),
      ("query($after: String) { films { id } }", "films", nil),
      ("{ films(after: \"abc\") { id } }", "films", nil),
      (
        "query($a: ID, $b: ID) { users(after: $a) { id } films(after: $b) { id } }", "films", "b"
      ),
      ("query($a: ID) { list: films(after: $a) { id } }", "list", "a"),
      ("query($a: ID) { hereafter: x(hereafter: $b, after: $a) { id } }", "x", "a"),
      ("", "films", nil), ("after: $", "films", nil),
    ] as [(String, String, String?)])
  func theVariableOfAnArgumentIsFound(_ query: String, _ field: String, _ variable: String?) {
    #expect(GraphQLText.variable(of: "after", ofField: field, in: query) == variable)
  }
}
