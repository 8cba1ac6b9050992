import JSON
import RPC
import Series
import Sessions
import Store
import Text
import Wire

/// `paginator/open`: creates a paginator. No request is sent; the engine warms up meanwhile. Where
/// pages are stored, the response comes once the file has been looked at.
enum Open: Method {
  static let name = "paginator/open"

  /// The maximum length of an id that the client chooses, in characters.
  static let idCharactersMax = 256

  static func handle(_ call: inout Call) throws(CallError) {
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
    let slices = try call.slices(parameters)
    parameters["slices"] = nil
    if each != nil || slices != nil {
      return try open(
        each, slices, id: id, settings: settings, parameters: parameters, checkpoint: checkpoint,
        call: call)
    }
    let table = place.map { place in
      let target = StoreTarget(
        path: place.path, table: place.table, identity: settings.identity, isRaw: place.isRaw)
      return (target, TableStore(target, server.writers, pruning: place.pruning))
    }
    let session = try mapError(
      CallError.session,
      server.store.open(
        id: id, settings: settings, parameters: parameters, environment: server.environment,
        store: table?.1))
    try resume(session, checkpoint, in: server.store, session.resume)
    server.warmUp()
    guard let (target, store) = table else { return call.succeed(session.state) }
    let request = RunRequest(
      shown: session.snapshot().request.patternURL, request: session.requestFingerprint,
      session.parameters, target)
    store.open(request) { [reply = call.reply] error in
      guard let error else {
        reply?.succeed(session.state)
        return
      }
      if server.store[session.id] === session { try? server.store.close(id: session.id) }
      reply?.fail(RPCError(error.object()))
    }
  }

  /// Continues a paginator where a checkpoint says, or closes it again.
  private static func resume(
    _ session: Session, _ checkpoint: String?, in store: SessionStore,
    _ resume: (String) throws(SessionError) -> Void
  ) throws(CallError) {
    guard let checkpoint else { return }
    do throws(SessionError) {
      try resume(checkpoint)
    } catch {
      try mapError(CallError.session, store.close(id: session.id))
      throw .session(error)
    }
  }

  /// Rows are only deleted by what has read a whole list.
  private static func checkPruning(_ params: JSONObject, _ checkpoint: String?) throws(CallError) {
    let hasUntil = !(params["limits"]?["until"] ?? .null).isNull
    guard checkpoint != nil || hasUntil else { return }
    let setting = hasUntil ? "limits.until" : "checkpoint"
    throw .params(
      JSONFieldError(
        "store.prune", expected: "left out where \(setting) has a part of the list read"))
  }

  /// Opens a series: its base session has the id, and sends nothing.
  private static func open(
    _ each: EachParams?, _ slices: SliceParams?, id: String?, settings: SessionSettings,
    parameters: JSONObject, checkpoint: String?, call: Call
  ) throws(CallError) {
    let server = call.server
    let source = try each.map { each throws(CallError) in try call.source(of: each) }
    let template = try mapErrors(CallError.params) { () throws(JSONFieldError) in
      let template = try PartTemplate(parameters, each ?? .ranges)
      if slices != nil { try ItemSeries.checkSliceable(settings) }
      return template
    }
    let base = try mapError(
      CallError.session,
      server.store.open(
        id: id, settings: settings, parameters: parameters, environment: server.environment))
    let series = ItemSeries(
      each ?? .ranges, source: source, slices: slices, base: base, settings: settings,
      template: template, environment: server.environment)
    try resume(base, checkpoint, in: server.store, series.resume)
    server.series.add(series)
    server.warmUp()
    call.succeed(series.state)
  }
}
