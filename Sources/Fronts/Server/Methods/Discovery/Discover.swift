/// `rpc.discover`: the OpenRPC document, as it is in protocol/openrpc.json.
enum Discover: Method {
  static let name = "rpc.discover"

  static func handle(_ call: inout Call) throws(CallError) {
    try call.finish()
    call.succeed(Resources.openRPC)
  }
}
