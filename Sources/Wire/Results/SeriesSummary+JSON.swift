package import JSON
import Pagination
package import Series
package import Sessions

extension SeriesPage {
  /// `{token, value: {page, start, objectCount, item, items}}`.
  package func progress(_ token: [UInt8]) -> JSONFragments {
    page.progress(token, item: item)
  }
}

extension SeriesSummary {
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
    var tail = JSONWriter()
    tail.beginObject()
    tail.member("duplicates", duplicates)
    tail.member("verdict", verdict.rawValue)
    tail.key("endReason")
    tail.value(endReason?.json() ?? .null)
    tail.key("each")
    tally.write(to: &tail, hasDone: false)
    tail.member("checkpoint", checkpoint)
    tail.key("state")
    tail.raw(snapshot.json(tally))
    tail.endObject()
    fragments.append(continuing: tail.bytes)
    return fragments
  }
}

extension SeriesTally {
  /// The counts of a state, or, without `done`, of a summary.
  fileprivate func write(to writer: inout JSONWriter, hasDone: Bool) {
    writer.beginObject()
    writer.member("items", items)
    if hasDone { writer.member("done", done) }
    writer.member("complete", complete)
    writer.member("gone", gone)
    writer.member("failed", failed)
    writer.member("suspect", suspect)
    writer.member("capped", capped)
    writer.endObject()
  }
}

extension SessionSnapshot {
  /// The state of a series as in protocol/, as JSON text.
  package func json(_ tally: SeriesTally) -> [UInt8] {
    var each = JSONWriter()
    each.beginObject()
    each.key("each")
    tally.write(to: &each, hasDone: true)
    each.endObject()
    // The member comes last: `{...}` and `{"each":{...}}` become one object.
    return json.dropLast() + [UInt8(ascii: ",")] + each.bytes.dropFirst()
  }
}

extension ItemSeries {
  /// The state as in protocol/, as JSON text.
  package var state: [UInt8] { snapshot().json(tally) }
}
