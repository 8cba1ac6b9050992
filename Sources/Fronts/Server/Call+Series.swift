import JSON
import RPC
import Series
import Sessions

extension Call {
  /// The param `each` of `open`; nil if there is none.
  mutating func each() throws(RPCError) -> EachParams? {
    try read { fields throws(JSONFieldError) in
      guard let each = try fields.fields("each") else { return nil }
      for name in ["store", "inner"] where fields.object[name] ?? .null != .null {
        throw fields.error(name, expected: "absent with each")
      }
      return try EachParams(each)
    }
  }

  /// Returns the source of a series' items.
  func source(of each: EachParams) throws(RPCError) -> any SeriesSource {
    switch each.items {
    case .listed(let items): return ListedItems(items)
    case .streamed: return ListedItems([])
    case .of(let id):
      do throws(JSONFieldError) {
        try Call.check(id, at: "each.of")
        let list = server.store.list(id)
        if let session = list as? Session { return PaginatorItems(session) }
        guard list == nil else {
          throw JSONFieldError("each.of", expected: "the id of a paginator without each")
        }
      } catch {
        throw .params(error)
      }
      throw .session(.paginatorNotFound(id: id))
    }
  }
}
