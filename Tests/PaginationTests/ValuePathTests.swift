import HTTP
import JSON
import TestSupport
import Testing

@testable import Pagination

struct ValuePathTests {
  @Test(arguments: [
    ("a.b", ValuePath.Kind.body), ("/a/b", .body), ("", .body), ("@headers.X-Total", .header),
    ("@status", .status), ("@firstItem", .first), ("@firstItem.id", .first),
    ("@lastItem.a.b", .last),
    ("@odata\\.nextLink", .body), ("@odata.nextLink", .body), ("@statuses", .body),
    ("@lastItems.id", .body), ("@headers", .body), ("status", .body),
    ("@root.a", .body),
  ])
  func onlyTheNamedRootsAreSpecial(_ text: String, _ kind: ValuePath.Kind) throws {
    let path = try ValuePath(text)
    #expect(path.kind == kind)
    #expect(try ValuePath(path.text) == path)
  }

  @Test(arguments: [
    "a..b", "a\\", "/~2", "@lastItem.a..b", "@headers.", String(repeating: "a", count: 5_000),
  ])
  func brokenPathsAreRefused(_ text: String) {
    #expect(throws: JSONPathError.self) { try ValuePath(text) }
  }

  /// A value that a path finds: its integer, boolean, string and JSON text.
  struct Case: NamedCase {
    let path: String
    var integer: Int?
    var boolean: Bool?
    var string: String?
    var json: String?
    var id: String { path }
  }

  static let body =
    #"{"n":12,"f":3.0,"e":3e0,"h":1.5,"neg":-4,"big":1e999,"s":"12","sp":" 12 ","bad":"12a","#
    + #""min":"-4","t":true,"yes":"TRUE","no":"0","nul":null,"o":{"a":[1,2,{"b":"é"}]},"#
    + #""items":[{"id":7},{"id":9}]}"#

  static let cases: [Case] = [
    Case(path: "n", integer: 12, json: "12"),
    Case(path: "f", integer: 3, json: "3.0"),
    Case(path: "e", integer: 3, json: "3e0"),
    Case(path: "h", json: "1.5"),
    Case(path: "neg", integer: -4, json: "-4"),
    Case(path: "big", json: "1e999"),
    Case(path: "s", integer: 12, string: "12", json: #""12""#),
    Case(path: "sp", integer: 12, string: " 12 ", json: #"" 12 ""#),
    Case(path: "bad", string: "12a", json: #""12a""#),
    Case(path: "min", string: "-4", json: #""-4""#),
    Case(path: "t", boolean: true, json: "true"),
    Case(path: "yes", boolean: true, string: "TRUE", json: #""TRUE""#),
    Case(path: "no", integer: 0, boolean: false, string: "0", json: #""0""#),
    Case(path: "nul"),
    Case(path: "missing"),
    Case(path: "o.a.-1.b", string: "é", json: #""é""#),
    Case(path: "/o/a/0", integer: 1, json: "1"),
    Case(path: "@headers.x-total", integer: 250, string: "250", json: #""250""#),
    Case(path: "@headers.None"),
    Case(path: "@status", integer: 206, json: "206"),
    Case(path: "@firstItem.id", integer: 7, json: "7"),
    Case(path: "@lastItem.id", integer: 9, json: "9"),
    Case(path: "@lastItem", json: #"{"id":9}"#),
    Case(path: "@lastItem.none"),
  ]

  @Test(arguments: cases)
  func valuesAreRead(_ row: Case) throws {
    var plan = JSONPlan()
    let source = plan.source(try ValuePath(row.path))
    let list = plan.captureList(try JSONPath("items"))
    let scan = try JSONDocument.scan(Array(Self.body.utf8), plan: plan)
    let view = ResponseView(
      status: 206, headers: HTTPHeaders([HTTPField(name: "X-Total", value: "250")]), url: "",
      scan: scan, items: scan.lists[list].elements)
    let value = view.value(source)
    #expect(value.integer == row.integer && value.boolean == row.boolean)
    #expect(value.string == row.string)
    #expect(value.jsonText.map { String(decoding: $0, as: UTF8.self) } == row.json)
    #expect(value.isNothing == (row.json == nil))
  }

  @Test func longEvidenceIsCut() throws {
    let long = String(repeating: "x", count: 5_000)
    let text = try #require(ReadValue.text(long).evidence.stringValue)
    #expect(text.count == ReadValue.evidenceCharactersMax + 1 && text.hasSuffix("…"))
    let document = try JSONDocument(Array("[\"\(long)\"]".utf8))
    let list = try #require(ReadValue.json(document, document.root).evidence.stringValue)
    #expect(list.count == ReadValue.evidenceCharactersMax + 1)
    #expect(ReadValue.integer(7).evidence == 7 && ReadValue.missing.evidence == .null)
  }
}

extension ValuePath {
  enum Kind: Sendable {
    case body, header, first, last, largest, status
  }

  var kind: Kind {
    switch self {
    case .body: .body
    case .header: .header
    case .firstItem: .first
    case .lastItem: .last
    case .largest: .largest
    case .status: .status
    }
  }
}
