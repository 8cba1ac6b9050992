package import JSON
package import Sessions

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
