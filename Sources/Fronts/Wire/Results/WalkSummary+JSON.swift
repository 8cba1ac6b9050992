package import JSON
import Pagination
package import Sessions

extension WalkPage {
  /// `{token, value: {page, start, objectCount, item, items}}`.
  package func progress(_ token: [UInt8]) -> JSONFragments {
    var head = Array("{\"token\":".utf8)
    head += token
    let total = objectCount.map(String.init) ?? "null"
    head += ",\"value\":{\"page\":\(page),\"start\":\(start),\"objectCount\":\(total)".utf8
    if let item {
      head += ",\"item\":".utf8
      head += item
    }
    head += ",\"items\":".utf8
    var fragments = JSONFragments(head)
    content.appendItems(items, to: &fragments)
    fragments.append(Array("}}".utf8))
    return fragments
  }
}

extension WalkSummary {
  /// The reason for the end as JSON; `.null` if there is none.
  package var end: JSONValue {
    endReason?.json(error: snapshot.error?.error.kind) ?? .null
  }

  /// The result of `paginator/loadAll`.
  package var result: JSONFragments {
    snapshot.result { writer, fragments in
      writer.member("pages", pages)
      writer.member("itemCount", itemCount)
      if let items {
        writer.key("items")
        writer.beginArray()
        writer.move(to: &fragments)
        fragments.append(elementsOf: items)
        writer.endArray()
      }
      writer.member("duplicates", duplicates)
      writer.member("verdict", verdict.rawValue)
      if let proof { writer.member("proof", proof.rawValue) }
      if let start { writer.member("start", .object(start.json)) }
      writer.member("endReason", end)
      if let lists = snapshot.lists { writer.member("each", lists.counts(hasDone: false)) }
      if let slices { writer.member("slices", slices.json) }
      writer.member("checkpoint", checkpoint)
    }
  }
}

extension JSONFragments {
  /// Adds the items of pages with commas between.
  fileprivate mutating func append(elementsOf pages: [WalkPage]) {
    var isFirst = true
    for page in pages where !page.items.isEmpty {
      if !isFirst { append([UInt8(ascii: ",")]) }
      isFirst = false
      page.content.appendElements(page.items, to: &self)
    }
  }
}
