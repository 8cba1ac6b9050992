import DemoAPI
import JSON
import System

extension Command {
  /// `paginator demo`: starts the sample API and a server, and shows a person what happens between
  /// them: the messages, and the items of each page.
  static let demo = Command(
    name: "demo", summary: "See everything at work against a sample API"
  ) { _ throws(UsageError) in
    let api = try DemoServer.started(itemCount: 23)
    do throws(ChildServer.Failure) {
      var story = Conversation(api: api.url, server: try ChildServer())
      return try story.tell()
    } catch {
      switch error {
      case .couldNotStart(let error):
        Terminal.complain("The server could not be started: \(error.reason).")
      case .ended: Terminal.complain("The server ended in the middle of the demo.")
      }
      return ExitCode.failure
    }
  }
}

/// The demo's scenes, in order.
private struct Conversation {
  let api: String
  let server: ChildServer
  let page = DemoPage()
  var lastID = 0

  mutating func tell() throws(ChildServer.Failure) -> Int32 {
    page.title("Paginator: one process that pages through HTTP APIs")
    page.say("A sample API with 23 articles runs at \(api).")
    page.say("A server is started as a child process. It is spoken to in JSON-RPC, one message")
    page.say("a line: → is what the client sends, ← what the server answers.")

    page.title("Open a paginator. No request is sent yet")
    try call("initialize", ["processId": .integer(Int(Process.id)), "capabilities": [:]])
    try call(
      "paginator/open",
      [
        "paginatorId": "articles",
        "url": .string("\(api)/page?per_page=:perPage&page=:currentPage&session=demo&fault=503@4"),
        "perPage": 5, "itemsPath": "articles",
        "paginationMapping": ["pagination.total_objects": "objectCount"],
        "fetching": ["retries": 0],
      ])

    page.title("Forwards: the first page, and the one after it")
    try load("loadNextPage")
    try load("loadNextPage")
    page.title("Backwards")
    try load("loadPreviousPage")

    page.title("A jump to page 4, which fails: the last good page stays")
    try load("loadPage", ["page": 4])
    page.title("The same jump again: now the API is well")
    try load("loadPage", ["page": 4])

    page.title("On to the end, with the reason why it is the end")
    try load("loadNextPage")
    page.title("Past a known end, nothing is sent")
    try load("loadNextPage")

    page.title("Good-bye")
    try call("shutdown", [:])
    let exit: JSONValue = ["jsonrpc": "2.0", "method": "exit"]
    send(exit)
    let code = server.finish()
    page.say("The server has ended with exit code \(code).")
    page.say("")
    page.say("Next: README.md, \"First session\", or `paginator sample-api` to try things by hand.")
    return code
  }

  private mutating func load(
    _ method: String, _ more: JSONObject = [:]
  ) throws(ChildServer.Failure) {
    var params: JSONObject = ["paginatorId": "articles"]
    for (name, value) in more.members { params[name] = value }
    let response = try call("paginator/\(method)", .object(params))
    if let result = response["result"] {
      page.table(result)
      page.position(result["state"])
    } else if let error = response["error"] {
      page.failure(error)
      page.position(error["data"]?["state"])
    }
  }

  @discardableResult
  private mutating func call(
    _ method: String, _ params: JSONValue
  ) throws(ChildServer.Failure) -> JSONValue {
    lastID += 1
    send(["jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": params])
    let document = try server.receive()
    page.message("←", document.text(document.root))
    return document.value(document.root)
  }

  private func send(_ message: JSONValue) {
    page.message("→", message.text)
    server.send(message.bytes)
  }
}
