import JSON
import RPC
import Sessions
import Text
import Wire

/// `paginator/detect`: finds out how an API pages, and says why. Sends one request, and with
/// `confirm` a second one that proves the best candidate.
enum Detect: Method {
  static let name = "paginator/detect"

  static func handle(_ call: inout Call) throws(CallError) {
    var params = call.params.object
    params["confirm"] = nil
    params["pagination"] = ["strategy": "auto"]
    let isConfirming = try call.read { fields throws(JSONFieldError) in
      for name in ["paginatorId", "checkpoint"] where fields.object[name] != nil {
        throw JSONFieldError(path: name, problem: .unknown())
      }
      let isConfirming = try fields.boolean("confirm") ?? true
      _ = fields.value("pagination")
      return isConfirming
    }
    let (settings, parameters) = try call.settings(params)
    let store = call.server.store
    let session = try mapError(
      CallError.session,
      store.openUnnamed(
        settings: settings, parameters: parameters, environment: call.server.environment))
    call.server.warmUp()
    let reply = call.reply
    session.detect(confirming: isConfirming) { result in
      store.remove(unnamed: session)
      switch result {
      case .failure(let error): reply?.fail(RPCError(error.object()))
      case .success(let report): reply?.succeed(report.json)
      }
    }
    reply?.onCancel { session.giveUp(.requestCancelled) }
  }
}
