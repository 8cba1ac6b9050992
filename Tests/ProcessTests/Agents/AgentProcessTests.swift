import JSON
import SampleAPI
import Testing

/// `paginator mcp`, in several processes at once.
@Suite(.timeLimit(.minutes(2))) struct AgentProcessTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit() }

  private func agent() throws -> ServerProcess {
    let agent = try ServerProcess(.lines, arguments: ["mcp", "--allow-origin", kit.api.url])
    try agent.ask("initialize", ["protocolVersion": "2025-06-18"], id: 0)
    return agent
  }

  @Test func theToolsAreTheSameEachTimeAndFewWords() throws {
    let agent = try agent()
    try agent.post("tools/list", [:], id: 5)
    let first = try agent.receive()
    try agent.post("tools/list", [:], id: 5)
    #expect(try agent.receive() == first)
    // Four bytes a token is what English JSON has.
    #expect(first.utf8.count < 4_000)
    #expect(agent.finish() == 0)
  }

  @Test(arguments: ["page", "offset", "cursor", "link"])
  func aCursorIsGoodInAnyProcess(style: String) throws {
    let agents = [try agent(), try agent()]
    var arguments: JSONValue = [
      "url": .string("\(kit.api.url)/\(style)"), "max_items": 37, "fields": ["id"],
    ]
    var ids: [Int] = []
    for turn in 0..<20 {
      let answer = try agents[turn % 2].ask("tools/call", ["name": "page", "arguments": arguments])
      let page = try #require(answer["result"]?["structuredContent"])
      ids += (page["items"]?.arrayValue ?? []).compactMap { $0["id"]?.integerValue }
      guard let next = page["next"]?.stringValue else {
        #expect(page["complete"] == true)
        break
      }
      #expect(page["complete"] == false)
      #expect(next.utf8.count <= 120)
      arguments = ["cursor": .string(next)]
    }
    #expect(ids == Array(1...250))
    for agent in agents { #expect(agent.finish() == 0) }
  }
}
