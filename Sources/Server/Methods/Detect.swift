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
    session.detect(confirming: isConfirming) { result in
      switch result {
      case .failure(let failure): reply?.fail(failure.error.rpc())
      case .success(let report): reply?.succeed(report.json)
      }
    }
    reply?.onCancel { session.cancelRequest() }
  }
}

extension DetectionReport {
  /// `{candidates, confirmed}`.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("candidates", .array(candidates))
    writer.member("confirmed", isConfirmed ?? false)
    writer.endObject()
    return writer.bytes
  }
}
