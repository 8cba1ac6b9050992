import Testing

@testable import SampleAPI

@Suite struct RangeEndpointsTests {
  @Test func rangesGiveEveryArticleOnce() throws {
    let client = try WireClient()
    var ids: [Int] = []
    while true {
      let range = "Range: items=\(ids.count)-\(ids.count + 99)"
      let reply = try client.exchange("/range", headers: [range])
      if reply.status == 416 {
        #expect(reply.header("content-range") == "items */250")
        break
      }
      #expect(reply.status == 206)
      let end = min(ids.count + 99, 249)
      #expect(reply.header("content-range") == "items \(ids.count)-\(end)/250")
      ids += reply.ids("")
    }
    #expect(ids == Array(1...250))
  }

  @Test func wholeCollectionIsNoPart() throws {
    let client = try WireClient()
    #expect(try client.exchange("/range", headers: ["Range: items=0-249"]).status == 200)
    #expect(try client.exchange("/range", headers: ["Range: items=0-248"]).status == 206)
    let empty = try client.exchange("/range?items=0", headers: ["Range: items=0-24"])
    #expect(empty.status == 200)
    #expect(empty.header("content-range") == "items */0")
  }

  @Test func otherSpellingsAreUnderstood() throws {
    let client = try WireClient()
    let spellings: [(headers: [String], ids: ClosedRange<Int>)] = [
      ([], 1...25), (["Range-Unit: items", "Range: 25-29"], 26...30),
      (["Range: items=240-"], 241...250),
    ]
    for spelling in spellings {
      let reply = try client.exchange("/range", headers: spelling.headers)
      #expect(reply.ids("") == Array(spelling.ids))
    }
    let uncounted = try client.exchange("/range?total=0", headers: ["Range: items=0-9"])
    #expect(uncounted.header("content-range") == "items 0-9/*")
  }

  @Test(arguments: ["bytes=0-9", "items=9-0", "items=a-b", "items=-5", "items", "items=5"])
  func wrongRangeIsRefused(_ range: String) throws {
    let reply = try WireClient().exchange("/range", headers: ["Range: " + range])
    #expect(reply.status == 400)
  }

  @Test func rangeIsBoundedAtAThousandItems() throws {
    let client = try WireClient { $0.itemCount = 1500 }
    for last in ["999", "1000", "9223372036854775807"] {
      let reply = try client.exchange("/range", headers: ["Range: items=0-" + last])
      #expect(reply.ids("").count == 1000)
    }
    let far = "Range: items=9223372036854775806-9223372036854775807"
    #expect(try client.exchange("/range", headers: [far]).status == 416)
  }

  @Test func nextRangeIsSentBackAsItIs() throws {
    let client = try WireClient()
    var (ids, range): ([Int], String?) = ([], "id ..; max=100")
    while let current = range {
      let reply = try client.exchange("/next-range", headers: ["Range: " + current])
      ids += reply.ids("")
      range = reply.header("next-range")
      #expect(reply.status == (range == nil ? 200 : 206))
    }
    #expect(ids == Array(1...250))
    let first = try client.exchange("/next-range")
    #expect(first.header("next-range") == "id ]25..; max=25")
    #expect(first.header("content-range") == "id 1..25")
    #expect(first.header("accept-ranges") == "id")
    let inclusive = try client.exchange("/next-range", headers: ["Range: id 240..; max=3"])
    #expect(inclusive.ids("") == [240, 241, 242])
  }

  @Test(arguments: ["items=0-9", "id ]9", "id ]0..", "id x..", "id ..; min=3", "id ..; order=desc"])
  func wrongIdRangeIsRefused(_ range: String) throws {
    let reply = try WireClient().exchange("/next-range", headers: ["Range: " + range])
    #expect(reply.status == 400)
  }
}
