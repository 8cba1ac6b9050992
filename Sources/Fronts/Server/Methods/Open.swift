import JSON
import RPC
import Series
import Sessions
import Store
import System
import Text
import Wire

extension Method {
  /// Creates a paginator. No request is sent; the engine warms up meanwhile. Where pages are stored,
  /// the response comes once the file has been looked at.
  static let open = Method("paginator/open", Open.handle)
}

/// Carries out `paginator/open`.
enum Open {
  /// The maximum length of an id that the client chooses, in characters.
  static let idCharactersMax = 256

  @Sendable static func handle(_ call: inout Call) throws(RPCError) {
    var params = call.params.object
    let each = try call.each()
    let (id, checkpoint, place) = try call.read { fields throws(JSONFieldError) in
      let id = try Call.paginatorID(&fields)
      if let id, id.count > idCharactersMax || id.isEmpty {
        throw fields.error("paginatorId", expected: "1 to \(idCharactersMax) characters")
      }
      let checkpoint = try fields.string("checkpoint")
      return (id, checkpoint, try StoreParams(&fields))
    }
    if place?.pruning != nil { try checkPruning(params, checkpoint) }
    params["store"] = nil
    params["each"] = nil
    var (settings, parameters) = try call.settings(params)
    if place?.pruning != nil { settings.walkExactly() }
    let server = call.server
    if parameters["slices"] != nil {
      for name in ["each", "store", "inner"] where call.params.object[name] ?? .null != .null {
        throw .params(JSONFieldError("slices", expected: "absent with \(name)"))
      }
    }
    let source = try each.map { each throws(RPCError) in try call.source(of: each) }
    let opening = try mapErrors(RPCError.params) { () throws(JSONFieldError) in
      let opening = try Opening(
        settings, parameters, nowSeconds: server.environment.scheduler.epochSeconds)
      return try each.map { each throws(JSONFieldError) in try opening.serving(each) } ?? opening
    }
    let table = place.map { place in
      let target = StoreTarget(
        path: place.path, table: place.table, identity: settings.identity, isRaw: place.isRaw)
      return (target, TableStore(target, server.writers, pruning: place.pruning))
    }
    let session = try mapError(
      RPCError.session,
      server.store.open(
        id: id, settings: settings, parameters: opening.parameters,
        environment: server.environment, store: table?.1
      ) { opening.list($0, source, server.environment) })
    let list = try mapError(RPCError.session, call.list(session.id))
    try resume(list, checkpoint, in: server.store)
    server.warmUp()
    guard let (target, store) = table else { return call.succeed(list.state) }
    let request = RunRequest(
      shown: session.snapshot().request.patternURL, request: session.requestFingerprint,
      session.parameters, target)
    store.open(request) { [call] error in
      guard let error else { return call.succeed(session.state) }
      if server.store[session.id] === session { try? server.store.close(id: session.id) }
      call.fail(.session(error))
    }
  }

  /// Continues a paginator where a checkpoint says, or closes it again.
  private static func resume(
    _ list: any WalkableList, _ checkpoint: String?, in store: SessionStore
  ) throws(RPCError) {
    guard let checkpoint else { return }
    do throws(SessionError) {
      try list.resume(checkpoint)
    } catch {
      try mapError(RPCError.session, store.close(id: list.id))
      throw .session(error)
    }
  }

  /// Rows are only deleted by what has read a whole list.
  private static func checkPruning(_ params: JSONObject, _ checkpoint: String?) throws(RPCError) {
    let hasUntil = !(params["limits"]?["until"] ?? .null).isNull
    guard checkpoint != nil || hasUntil else { return }
    let setting = hasUntil ? "limits.until" : "checkpoint"
    throw .params(
      JSONFieldError(
        "store.prune", expected: "left out where \(setting) has a part of the list read"))
  }
}

extension Call {
  /// The value of `each` in `open`; nil without one.
  fileprivate mutating func each() throws(RPCError) -> EachParams? {
    try read { fields throws(JSONFieldError) in
      guard let each = try fields.fields("each") else { return nil }
      for name in ["store", "inner"] where fields.object[name] ?? .null != .null {
        throw fields.error(name, expected: "absent with each")
      }
      return try EachParams(each)
    }
  }

  /// Returns the source of a series' items.
  fileprivate func source(of each: EachParams) throws(RPCError) -> any SeriesSource {
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
