import JSON
import Pagination
import RPC
import Sessions

/// `paginator/detect`: finds out how an API pages, and says why. Sends one request, and with
/// `confirm` a second one that proves the best candidate.
enum Detect: Method {
  static let name = "paginator/detect"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let abilities = call.server.environment.host.abilities
    var params = call.params.object
    params["confirm"] = nil
    params["pagination"] = ["strategy": "auto"]
    let (isConfirming, settings, parameters) = try call.read { fields throws(JSONFieldError) in
      for name in ["paginatorId", "checkpoint"] where fields.object[name] != nil {
        throw JSONFieldError(path: name, problem: .unknown)
      }
      let isConfirming = try fields.boolean("confirm") ?? true
      _ = fields.value("pagination")
      let (settings, parameters) = try OpenParameters.settings(params)
      try settings.check(abilities)
      return (isConfirming, settings, parameters)
    }
    let session = Session(
      id: "detect", settings: settings, parameters: parameters,
      environment: call.server.environment)
    call.server.warmUp()
    let reply = call.reply
    let load = session.load(.next) { result in
      switch result {
      case .failure(let failure): reply?.fail(failure.error.rpc())
      case .success(let page):
        guard isConfirming, page.snapshot.hasNextPage != false else {
          reply?.succeed(session.findings)
          return
        }
        session.load(.next) { _ in reply?.succeed(session.findings) }
      }
    }
    reply?.onCancel { session.cancel(load: load) }
  }
}

extension Session {
  /// `{candidates, confirmed}`.
  fileprivate var findings: [UInt8] {
    let found = detected()
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("candidates", .array(found?.candidates ?? []))
    writer.member("confirmed", found?.isConfirmed ?? false)
    writer.endObject()
    close()
    return writer.bytes
  }
}
