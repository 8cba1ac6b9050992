import JSON
import Mapping
import TestSupport
import Testing

@testable import Sessions

struct AnswersTests {
  /// Params of a single page with these descriptors.
  static func single(_ descriptors: String) -> String {
    #"{"url":"{base}/a","pagination":{"strategy":"single"},"fetching":{"retries":0},"#
      + #""responseDescriptors":\#(descriptors)}"#
  }

  /// The lists of a page as "a: [1]".
  static func lists(_ page: LoadedPage) -> [String] {
    page.content.lists.map { "\($0.keyPath): \(page.content.text($0.items))" }
  }

  // MARK: Several lists

  @Test func eachListStandsUnderItsKeyPath() throws {
    let plain = try World(Self.single(#"[{"keyPath":"b"},{"keyPath":"a"},{"keyPath":"c"}]"#))
    let page = try plain.load(.next, from: "/a", #"{"a":[1,null,2],"b":[3],"c":null}"#)
    #expect(Self.lists(page) == ["b: [3]", "a: [1,2]", "c: []"])
    let mapped = try World(
      Self.single(#"[{"keyPath":"b","mapping":{"attributes":["id"]}},{"keyPath":"a"}]"#))
    let second = try mapped.load(.next, from: "/a", #"{"a":[1],"b":{"id":3,"x":4}}"#)
    #expect(Self.lists(second) == [#"b: [{"id":3}]"#, "a: [1]"])
  }

  @Test func onlyOneThatAppliesHasItsItemsAlone() throws {
    for mapping in ["", #","mapping":{"attributes":{"@self":"v"}}"#] {
      let world = try World(
        Self.single(#"[{"keyPath":"a"\#(mapping)},{"keyPath":"b","methods":["POST"]}]"#))
      let page = try world.load(.next, from: "/a", #"{"a":[1],"b":[2]}"#)
      #expect(page.content.count == 1 && Self.lists(page).isEmpty)
    }
  }

  @Test(arguments: ["", "{}", " { } "])
  func emptyBodyHasEmptyLists(_ body: String) throws {
    let world = try World(Self.single(#"[{"keyPath":""},{"keyPath":"b"}]"#))
    let page = try world.load(.next, from: "/a", body)
    #expect(page.content.count == 0 && Self.lists(page) == [": []", "b: []"])
  }

  // MARK: Errors in a success

  @Test(arguments: [
    #"{"data":null,"errors":[{"message":"No."},{"message":"Never."}]}"#,
    #"{"data":{"list":[1]},"errors":[{"message":"No."},{"message":"Never."}]}"#,
  ])
  func messagesMakeA200AnErrorWithAndWithoutItems(_ body: String) throws {
    let world = try World(
      Self.single(
        #"[{"keyPath":"data.list"},{"statusCodes":["2xx"],"errorMessage":"errors.message"}]"#))
    let failure = try world.loadFailing(.next, body, status: 200)
    #expect(failure.error == .serverError(status: 200, messages: ["No.", "Never."]))
    let without = try world.loadFailing(.next, #"{"data":null,"errors":[]}"#, status: 200)
    #expect(without.error.kind == "itemsNotFound")
    let page = try world.load(.next, from: "/a", #"{"data":{"list":[1]},"errors":[]}"#)
    #expect(page.text == "[1]")
  }

  // MARK: Links

  @Test func linksOfItemsHaveNoCredentialsOfTheRequest() throws {
    let world = try World(
      Self.single(#"[{"mapping":{"attributes":{"l":{"type":"url"}}}}]"#)
        .replacing("{base}", with: "http://u:geheim@api.test"))
    let page = try world.load(.next, with: #"[{"l":"b#c"},{"l":"ftp://h/x"},{"l":"http://h:x"}]"#)
    #expect(page.text == #"[{"l":"http://api.test/b#c"},{"l":"ftp://h/x"},{}]"#)
    #expect(page.content.issues.map(\.item) == [2])
  }
}
