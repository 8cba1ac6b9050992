import Testing

@testable import SampleAPI

@Suite struct GraphQLEndpointTests {
  private let client: WireClient

  init() throws { client = try WireClient() }

  private func ask(
    _ client: WireClient, _ variables: String, query: String = "{articles{nodes{id}}}"
  )
    throws -> Reply
  {
    let body = #"{"query": "\#(query)", "variables": \#(variables)}"#
    return try client.exchange("/graphql", method: "POST", body: body)
  }

  @Test(arguments: ["nodes", "edges"]) func cursorsLeadForward(_ shape: String) throws {
    var (ids, after): ([Int], String?) = ([], "null")
    while let cursor = after {
      let reply = try ask(client, #"{"first": 100, "after": \#(cursor)}"#, query: shape)
      ids += reply.ids("data.articles." + shape, inner: shape == "edges" ? "node.id" : "id")
      #expect(reply.integer("data.articles.totalCount") == 250)
      let end = reply.string("data.articles.pageInfo.endCursor")
      #expect(end != nil)
      let hasNext = reply.boolean("data.articles.pageInfo.hasNextPage") == true
      after = hasNext ? end.map { "\"\($0)\"" } : nil
    }
    #expect(ids == Array(1...250))
  }

  @Test func cursorsLeadBackward() throws {
    var (pages, before): ([[Int]], String?) = ([], "null")
    while let cursor = before {
      let reply = try ask(client, #"{"last": 100, "before": \#(cursor)}"#)
      pages.insert(reply.ids("data.articles.nodes"), at: 0)
      let start = reply.string("data.articles.pageInfo.startCursor")
      let hasPrevious = reply.boolean("data.articles.pageInfo.hasPreviousPage") == true
      before = hasPrevious ? start.map { "\"\($0)\"" } : nil
    }
    #expect(pages == [Array(1...50), Array(51...150), Array(151...250)])
  }

  @Test func everyEdgeHasItsOwnCursor() throws {
    let reply = try ask(client, #"{"first": 10}"#, query: "edges")
    let cursor = try #require(reply.string("data.articles.edges.3.cursor"))
    let rest = try ask(client, #"{"first": 2, "after": "\#(cursor)"}"#)
    #expect(rest.ids("data.articles.nodes") == [5, 6])
  }

  @Test func emptyConnectionHasNoCursors() throws {
    let client = try WireClient { $0.itemCount = 0 }
    for variables in ["{}", #"{"last": 5}"#] {
      let reply = try ask(client, variables)
      #expect(reply.value("data.articles.pageInfo.endCursor") == nil)
      #expect(reply.boolean("data.articles.pageInfo.hasNextPage") == false)
      #expect(reply.boolean("data.articles.pageInfo.hasPreviousPage") == false)
      #expect(reply.ids("data.articles.nodes") == [])
    }
  }

  @Test(arguments: [
    #"{"first": 0}"#, #"{"first": "x"}"#, #"{"first": 1, "last": 1}"#, #"{"after": "made up"}"#,
    #"{"after": 5}"#, #"{"first": -1}"#,
  ]) func wrongVariablesAreErrorsInA200(_ variables: String) throws {
    let reply = try ask(client, variables)
    #expect(reply.status == 200)
    #expect(reply.string("errors.0.message") != nil)
    #expect(reply.value("data") == nil)
  }

  @Test func onlyPostIsAnswered() throws {
    let reply = try client.exchange("/graphql")
    #expect(reply.status == 405)
    #expect(reply.header("allow") == "POST")
    #expect(try client.exchange("/graphql", method: "POST").status == 400)
  }
}
