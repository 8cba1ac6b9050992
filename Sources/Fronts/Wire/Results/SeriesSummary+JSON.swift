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
    walk.result(state: walk.snapshot.json(tally)) { writer in
      if let tally { writer.member("each", tally.counts(hasDone: false)) }
      if let slices { writer.member("slices", slices.json) }
    }
  }
}

extension SliceCounts {
  /// `{"count":12,"dense":0,"requests":131}`
  package var json: JSONValue {
    ["count": .integer(count), "dense": .integer(dense), "requests": .integer(requests)]
  }
}

extension SeriesTally {
  /// The counts of a summary, or, with `done`, of a state.
  package func counts(hasDone: Bool) -> JSONValue {
    var counts: JSONObject = ["items": .integer(items)]
    if hasDone { counts["done"] = .integer(done) }
    for (name, count) in [
      ("complete", complete), ("gone", gone), ("failed", failed), ("suspect", suspect),
      ("capped", capped),
    ] {
      counts[name] = .integer(count)
    }
    return .object(counts)
  }
}

extension SessionSnapshot {
  /// The state of a series as in protocol/, as JSON text.
  package func json(_ tally: SeriesTally?) -> [UInt8] {
    guard let tally else { return json }
    let each: JSONValue = ["each": tally.counts(hasDone: true)]
    // The member comes last: `{...}` and `{"each":{...}}` become one object.
    return json.dropLast() + [UInt8(ascii: ",")] + each.bytes.dropFirst()
  }
}

extension ItemSeries {
  /// The state as in protocol/, as JSON text.
  package var state: [UInt8] { snapshot().json(tally) }
}
