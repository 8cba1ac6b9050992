import JSON
import RPC
import Sessions

/// `paginator/refresh`: asks for held pages once more, and says what has changed.
enum Refresh: Method {
  static let name = "paginator/refresh"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let page = try call.optionalPage()
    let session = try call.session(id)
    let reply = call.reply
    let work = session.refresh(page: page) { result in
      switch result {
      case .success(let summary): reply?.succeed(summary.result)
      case .failure(let failure): reply?.fail(failure.rpc)
      }
    }
    reply?.onCancel { session.cancel(load: work) }
  }
}

extension RefreshSummary {
  fileprivate var result: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("pages")
    writer.beginArray()
    for page in pages {
      writer.beginObject()
      writer.member("page", page.page)
      writer.member("changed", page.changed)
      if let added = page.added { writer.member("added", .array(added)) }
      if let removed = page.removed { writer.member("removed", .array(removed)) }
      if let updated = page.updated { writer.member("updated", .array(updated)) }
      if let error = page.error {
        writer.key("error")
        error.rpc(page: page.page).write(to: &writer)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.key("state")
    snapshot.write(to: &writer)
    writer.endObject()
    return writer.bytes
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ value: JSONValue) {
    key(name)
    self.value(value)
  }
}
