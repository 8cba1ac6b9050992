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
    var head = JSONWriter()
    head.beginObject()
    head.member("pages", pages)
    head.member("itemCount", itemCount)
    var fragments = JSONFragments()
    if let items {
      head.key("items")
      fragments.append(head.bytes + [UInt8(ascii: "[")])
      fragments.append(elementsOf: items)
      fragments.append([UInt8(ascii: "]")])
    } else {
      fragments.append(head.bytes)
    }
    let tail = JSONWriter.object { tail in
      tail.member("duplicates", duplicates)
      tail.member("verdict", verdict.rawValue)
      if let proof { tail.member("proof", proof.rawValue) }
      if let start { tail.member("start", .object(start.json)) }
      tail.member("endReason", end)
      if let lists = snapshot.lists { tail.member("each", lists.counts(hasDone: false)) }
      if let slices { tail.member("slices", slices.json) }
      tail.member("checkpoint", checkpoint)
      tail.raw("state", snapshot.json)
    }
    fragments.append(continuing: tail)
    return fragments
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
