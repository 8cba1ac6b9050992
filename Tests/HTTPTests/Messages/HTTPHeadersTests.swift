import HTTP
import Testing

@Suite struct HTTPHeadersTests {
  private let headers = HTTPHeaders([
    HTTPField(name: "Link", value: "<a>; rel=next"),
    HTTPField(name: "Content-Type", value: "application/json"),
    HTTPField(name: "link", value: "<b>; rel=prev"),
  ])

  @Test func namesAreFoundInAnyCase() {
    #expect(headers["content-TYPE"] == "application/json")
    #expect(headers["Content-Type "] == nil)
    #expect(HTTPHeaders([HTTPField(name: "Ä", value: "1")])["ä"] == nil)
  }

  @Test func firstOfSeveralIsTheValue() {
    #expect(headers["LINK"] == "<a>; rel=next")
    #expect(headers.values("LINK") == ["<a>; rel=next", "<b>; rel=prev"])
    #expect(headers.combined("LINK") == "<a>; rel=next, <b>; rel=prev")
  }

  @Test func absentNameHasNothing() {
    #expect(headers["Accept"] == nil)
    #expect(headers.values("Accept").isEmpty)
    #expect(headers.combined("Accept") == nil)
    #expect(!headers.isEmpty)
    #expect(HTTPHeaders().isEmpty)
  }

  @Test func settingReplacesAllInThePlaceOfTheFirst() {
    var headers = headers
    headers.set("LINK", "<c>")
    #expect(headers.fields.map(\.name) == ["LINK", "Content-Type"])
    #expect(headers.values("link") == ["<c>"])
    headers.set("Accept", "*/*")
    #expect(headers.fields.last == HTTPField(name: "Accept", value: "*/*"))
  }

  @Test func addingKeepsWhatIsThere() {
    var headers = headers
    headers.add("Link", "<c>")
    #expect(headers.values("Link").count == 3)
  }

  @Test func removingTakesAllOfTheName() {
    var headers = headers
    headers.remove("lInK")
    #expect(headers.fields.map(\.name) == ["Content-Type"])
    headers.remove("absent")
    #expect(headers.fields.count == 1)
  }
}
