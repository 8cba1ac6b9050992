import JSON
import Mapping
import Pagination
import RPC
import Sessions

extension Call {
  /// The param `parameters` of the loads.
  mutating func parameters() throws(CallError) -> [QueryParameter] {
    try read { fields throws(JSONFieldError) in try RequestTemplate.queryParameters(&fields) }
  }

  /// Starts a load, which answers the call; `$/cancelRequest` fails it.
  func load(_ target: LoadTarget, _ parameters: [QueryParameter], in session: Session) {
    let reply = reply
    let load = session.load(target, parameters: parameters) { result in
      switch result {
      case .success(let page): reply?.succeed(page.result)
      case .failure(let failure): reply?.fail(failure.rpc)
      }
    }
    reply?.onCancel { session.cancel(load: load) }
  }
}

extension LoadedPage {
  /// The page result as in protocol/; the items are spliced in.
  var result: JSONFragments {
    var head = JSONWriter()
    head.beginObject()
    head.member("paginatorId", snapshot.paginatorID)
    head.member("page", page)
    head.key("items")
    var fragments = JSONFragments(head.bytes)
    content.appendItems(to: &fragments)
    var tail = JSONWriter()
    tail.beginObject()
    writeResults(to: &tail)
    writeIssues(to: &tail)
    tail.key("response")
    facts.write(to: &tail)
    tail.key("state")
    snapshot.write(to: &tail)
    tail.endObject()
    fragments.append(continuing: tail.bytes)
    return fragments
  }

  /// With several lists: each under its key path.
  private func writeResults(to writer: inout JSONWriter) {
    guard !content.lists.isEmpty else { return }
    writer.key("results")
    writer.beginObject()
    for (keyPath, items) in content.lists {
      var list = JSONFragments()
      content.appendItems(items, to: &list)
      writer.key(keyPath)
      writer.raw(list.joined())
    }
    writer.endObject()
  }

  private func writeIssues(to writer: inout JSONWriter) {
    guard !content.issues.isEmpty else { return }
    writer.member("issues", .array(content.issues.map(\.json)))
    if let omitted = content.mapped?.issuesOmitted, omitted > 0 {
      writer.member("issuesOmitted", omitted)
    }
  }
}

extension ResponseFacts {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("status", status)
    writer.member("url", url)
    writer.member("bytes", bytes)
    writer.key("durationMs")
    writer.double((durationMilliseconds * 1_000).rounded() / 1_000)
    writer.member("attempts", attempts)
    writer.member("notModified", notModified)
    writer.endObject()
  }
}
