import JSON
import Series
import Sessions
import Text

extension Call {
  /// The param `each` of `open`; nil if there is none.
  mutating func each() throws(CallError) -> EachParams? {
    try read { fields throws(JSONFieldError) in
      guard let each = try fields.fields("each") else { return nil }
      for name in ["store", "inner"] where fields.object[name] ?? .null != .null {
        throw fields.error(name, expected: "absent with each")
      }
      return try EachParams(each)
    }
  }

  /// The param `slices` of `open`, completed by the profile; nil if there is none.
  func slices(_ parameters: JSONObject) throws(CallError) -> SliceParams? {
    guard let slices = parameters["slices"] else { return nil }
    return try mapErrors(CallError.params) { () throws(JSONFieldError) in
      for name in ["each", "store", "inner"] where params.object[name] ?? .null != .null {
        throw JSONFieldError("slices", expected: "absent with \(name)")
      }
      return try SliceParams(
        JSONFields(slices, path: "slices"),
        nowSeconds: server.environment.scheduler.epochSeconds)
    }
  }

  /// Returns the source of a series' items.
  func source(of each: EachParams) throws(CallError) -> any SeriesSource {
    switch each.items {
    case .listed(let items): return ListedItems(items)
    case .streamed: return ListedItems([])
    case .of(let id):
      do throws(JSONFieldError) {
        try Call.check(id, at: "each.of")
        guard server.series[id] == nil else {
          throw JSONFieldError("each.of", expected: "the id of a paginator without each")
        }
      } catch {
        throw .params(error)
      }
      return PaginatorItems(try mapError(CallError.session, session(id)))
    }
  }
}
