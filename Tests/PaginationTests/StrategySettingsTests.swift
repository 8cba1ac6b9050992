import JSON
import TestSupport
import Testing

@testable import Pagination

/// Settings are written as they are read.
struct StrategySettingsTests {
  @Test(arguments: [
    #"{"strategy":"page","pageParameter":"p","perPageParameter":"","pastEnd":[400,403]}"#,
    #"{"strategy":"offset","offsetParameter":"o","firstOffset":1,"limitParameter":"n","overlap":false}"#,
    #"{"strategy":"offset","perPageParameter":"","more":"m","last":"l","shortPageEnds":true}"#,
    #"{"strategy":"link","next":["a","b"],"previous":"c","last":["d"],"keepParameters":true}"#,
    #"{"strategy":"header","next":"X-N","parameter":"p","previous":"X-P","in":"header"}"#,
    #"{"strategy":"body","next":"n","base":"b","keepParameters":["v"],"emptyPageEnds":true}"#,
    #"{"strategy":"cursor","next":["a","b"],"parameter":["c","d"],"previousParameter":"e","in":"path"}"#,
    #"{"strategy":"cursor","next":{"max":"at"},"parameter":"since","increment":1,"also":{"q":"r"}}"#,
    #"{"strategy":"cursor","merge":"m","emptyCursor":true,"sameTokenEnds":true}"#,
    #"{"strategy":"cursor","next":"n","nextURL":"/b?c=:cursor","nextBody":{"d":":cursor"}}"#,
    #"{"strategy":"range","unit":"id"}"#, #"{"strategy":"single"}"#,
  ])
  func settingsAreWrittenAsTheyAreRead(_ text: String) throws {
    #expect(JSONValue.object(try StrategySettings(object(text)).json).text == text)
  }

  @Test func theLimitGoesBeforeTheSize() throws {
    let both = #"{"strategy":"offset","perPageParameter":"a","limitParameter":"b"}"#
    #expect(try StrategySettings(object(both)).size == "b")
  }
}
