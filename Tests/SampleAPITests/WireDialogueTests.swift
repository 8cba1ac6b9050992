import JSON
import TestSupport
import Testing

@testable import SampleAPI

/// The cases in `Cases`: requests to a sample API on one connection, and what comes back.
///
/// `request` is one such as `POST /page`, with `headers` and a `body`; `alone`: on a connection of its
/// own. `send` is bytes as they are, for one response; `ends`: the server closes after the response.
/// `walk` is a request too, and `then` the one after each page, until there is no `next`, or no item
/// where that is not given: `<next>` is what is there, `<count>` the number of ids and `<number>` that of
/// the request. A response has the `status` 200 and what `has` says at places, as `Reply.at` reads them;
/// null: nothing. `ids` are those of the items in the list at a place.
@Suite struct WireDialogueTests {
  private static let expected: Set<String> = ["status", "has", "ids", "keep", "ends"]
  private static let asked: Set<String> = ["headers", "body", "alone"]

  static let all = Dialogue.all(
    ["items", "itemBytes"],
    [
      "request": asked.union(expected), "send": expected,
      "walk": asked.union(expected).union(["then", "next", "pages"]),
    ])

  @Test(arguments: all) func itAnswersAsWritten(_ dialogue: Dialogue) throws {
    let client = try WireClient {
      $0.itemCount = dialogue.world["items"]?.integerValue ?? $0.itemCount
      $0.itemBytes = dialogue.world["itemBytes"]?.integerValue ?? $0.itemBytes
    }
    var names = ["server": JSONValue.string(client.server?.url ?? "")]
    for (name, value) in dialogue.world["names"]?.objectValue?.members ?? [] { names[name] = value }
    for (index, step) in dialogue.steps.enumerated() {
      let place = "\(dialogue.id), step \(index + 1)"
      let replies = try Self.replies(step, client, names)
      let last = try #require(replies.last, "\(place): no response")
      for reply in replies { Self.check(reply, step.filled(names), place) }
      let step = step.filled(names)
      if let (list, ids) = step["ids"]?.objectValue?.members.first {
        #expect(replies.flatMap { $0.ids(list) } == ids.plain.numbers, "\(place)")
      }
      if let count = step["pages"]?.integerValue { #expect(replies.count == count, "\(place)") }
      if step["ends"] == true {
        client.finishSending()
        #expect(try client.readToEnd() == [], "\(place)")
      }
      for (name, source) in step["keep"]?.objectValue?.members ?? [] {
        names[name] = last.at(source.plain)
        #expect(names[name] != nil, "\(place): no \(source.plain)")
      }
    }
  }

  private static func check(_ reply: Reply, _ step: JSONObject, _ place: String) {
    let allowed = step["status"]?.list ?? [200]
    #expect(allowed.contains(.integer(reply.status)), "\(place): \(reply.head)\n\(reply.text)")
    for (source, pattern) in step["has"]?.objectValue?.members ?? [] {
      let differences = (reply.at(source) ?? .null).differences(from: pattern, source)
      #expect(differences.isEmpty, "\(place): \(reply.head)\n\(reply.text.prefix(500))")
    }
  }

  /// The responses to a step: one, or those of a walk.
  private static func replies(
    _ step: JSONObject, _ client: WireClient, _ names: [String: JSONValue]
  ) throws -> [Reply] {
    let filled = step.filled(names)
    if let text = filled["send"] {
      client.send(text.plain)
      return [try client.read()]
    }
    var replies = [try ask(filled["request"] ?? filled["walk"], filled, client)]
    guard let then = step["then"]?.objectValue else { return replies }
    var ids: [Int] = []
    while let reply = replies.last, replies.count < 300 {
      let found = filled["ids"]?.objectValue?.keys.first.map { reply.ids($0) }
      ids += found ?? []
      var names = names
      names["count"] = .integer(ids.count)
      names["number"] = .integer(replies.count + 1)
      if let source = filled["next"]?.plain {
        guard let next = reply.at(source), next != "" else { break }
        names["next"] = next
      } else if found?.isEmpty != false {
        break
      }
      let request = then.filled(names)
      replies.append(try ask(request["request"], request, client))
    }
    return replies
  }

  private static func ask(
    _ request: JSONValue?, _ step: JSONObject, _ client: WireClient
  ) throws -> Reply {
    let words = (request?.plain ?? "").split(separator: " ").map(String.init)
    try #require(words.count == 2, "no request: \(request?.plain ?? "")")
    let connection = step["alone"] == true ? try client.another() : client
    return try connection.exchange(
      target(words[1]), method: words[0], headers: step["headers"]?.list.map(\.plain) ?? [],
      body: step["body"]?.plain)
  }
}
