import JSON
import RPC

/// The revision that a request is of, and its params.
struct RequestEnvelope: Sendable {
  let revision: Revision
  let params: JSONObject

  /// Most bytes of a token that is repeated in each notification.
  private static let tokenBytesMax = 1_024
  /// Most characters of a version in an error.
  private static let versionCharactersMax = 100
  private static let prefix = "io.modelcontextprotocol/"
  /// The name of the member of a result's `_meta` that says which server it is of.
  static let serverName = prefix + "serverInfo"

  /// Reads a request. `session`: the revision that `initialize` has agreed on, or the one of methods
  /// that need no handshake.
  init(_ request: RPCRequest, session: Revision?) throws(RPCError) {
    let value = request.params.isAbsent ? .object([:]) : request.document.value(request.params)
    guard let params = value.objectValue else {
      throw RPCError.invalidParams(path: "", "Send params that are an object.")
    }
    self.params = params
    let meta = params["_meta"]?.objectValue ?? [:]
    let version = meta[RequestEnvelope.prefix + "protocolVersion"]
    guard let revision = version == nil ? session : .july2026 else {
      throw RequestEnvelope.missing("protocolVersion")
    }
    self.revision = revision
    guard let version else { return }
    guard let name = version.stringValue else { throw RequestEnvelope.missing("protocolVersion") }
    guard name == revision.rawValue else { throw RequestEnvelope.unsupported(name) }
    guard meta[RequestEnvelope.prefix + "clientCapabilities"]?.objectValue != nil else {
      throw RequestEnvelope.missing("clientCapabilities")
    }
  }

  /// A string or a whole number; nil where progress is not wanted.
  var progressToken: JSONValue? {
    guard let token = params["_meta"]?["progressToken"] else { return nil }
    let isText = token.stringValue.map { $0.utf8.count <= RequestEnvelope.tokenBytesMax }
    return isText ?? (token.integerValue != nil) ? token : nil
  }

  private static func missing(_ name: String) -> RPCError {
    RPCError.invalidParams(
      path: "_meta." + JSONFields.join("", prefix + name),
      "Send \"\(prefix)\(name)\" in _meta of each request, or initialize first.")
  }

  private static func unsupported(_ version: String) -> RPCError {
    let latest = Revision.july2026.rawValue
    let data: JSONValue = [
      "supported": [.string(latest)],
      "requested": .string(String(version.prefix(versionCharactersMax))),
    ]
    return RPCError(
      code: -32022, message: "Unsupported protocol version; send \(latest), or initialize.",
      data: data.bytes)
  }
}
