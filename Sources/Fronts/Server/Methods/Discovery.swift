import CResources
import JSON
import Profiles
import RPC
import Sessions
import Text
import Wire

extension Method {
  /// Finds out how an API pages, and says why. Sends one request, and with `confirm` a second one
  /// that proves the best candidate.
  static let detect = Method("paginator/detect") { call throws(RPCError) in
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
      RPCError.session,
      store.openUnnamed(
        settings: settings, parameters: parameters, environment: call.server.environment))
    call.server.warmUp()
    session.detect(confirming: isConfirming) { [call] result in
      store.remove(unnamed: session)
      switch result {
      case .failure(let error): call.fail(.session(error))
      case .success(let report): call.succeed(report.json)
      }
    }
    call.reply?.onCancel { session.giveUp(.requestCancelled) }
  }

  /// The profiles, or one of them.
  static let profiles = Method("paginator/profiles") { call throws(RPCError) in
    let name = try call.read { fields throws(JSONFieldError) in try fields.string("name") }
    try call.finish()
    let library = call.server.profiles.library
    guard let name else { return call.succeed(.array(library.all.map(\.shown))) }
    let known = try mapError({ RPCError.settings(.profile($0)) }, library.profile(named: name))
    guard let profile = known else {
      throw .params(
        JSONFieldError(
          path: "name",
          problem: .expected(
            "the name of a profile; omit it to list all", nearest: library.nearestName(to: name))))
    }
    call.succeed([profile.shown])
  }

  /// The OpenRPC document, as it is in protocol/openrpc.json.
  static let discover = Method("rpc.discover") { call throws(RPCError) in
    try call.finish()
    call.succeed(openRPC)
  }

  static let openRPC: JSONFragments = {
    var count = 0
    let bytes = paginator_openrpc(&count)
    let text = Array(UnsafeBufferPointer(start: bytes, count: count))
    guard let document = try? JSONDocument(text) else {
      preconditionFailure("openrpc.json is not JSON")
    }
    var fragments = JSONFragments()
    fragments.append(document, range: document.root.range)
    return fragments
  }()
}
