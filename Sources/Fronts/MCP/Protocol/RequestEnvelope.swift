import JSON
import RPC

/// The revision that a request is of, and what it brings besides its params.
struct RequestEnvelope {
  let revision: Revision
  /// As JSON: a string or a whole number; nil: no one wants progress.
  let progressToken: JSONValue?
  let params: JSONObject

  /// Names of members of `_meta`.
  static let versionName = "io.modelcontextprotocol/protocolVersion"
  static let capabilitiesName = "io.modelcontextprotocol/clientCapabilities"
  static let serverName = "io.modelcontextprotocol/serverInfo"

  /// Reads a request. `session`: the revision that `initialize` has agreed on. `isHandshakeless`:
  /// the method does not need one, in revisions that have it.
  init(
    _ request: RPCRequest, session: Revision?, isStateless: Bool, isHandshakeless: Bool
  ) throws(RPCError) {
    let value = request.params.isAbsent ? .object([:]) : request.document.value(request.params)
    guard let params = value.objectValue else {
      throw RPCError.invalidParams(path: "", "Send params that are an object.")
    }
    self.params = params
    let meta = params["_meta"]?.objectValue ?? [:]
    switch meta["progressToken"] {
    case .string(let text)?: progressToken = .string(text)
    case .number(let number)? where number.integer != nil: progressToken = .number(number)
    default: progressToken = nil
    }
    if let version = meta[RequestEnvelope.versionName] {
      guard version == .string(Revision.july2026.rawValue) else {
        throw RequestEnvelope.unsupported(version)
      }
      guard meta[RequestEnvelope.capabilitiesName]?.objectValue != nil else {
        throw RequestEnvelope.missing(RequestEnvelope.capabilitiesName)
      }
      revision = .july2026
    } else if isStateless || session == nil && !isHandshakeless {
      throw RequestEnvelope.missing(RequestEnvelope.versionName)
    } else {
      revision = session ?? .november2025
    }
  }

  private static func missing(_ name: String) -> RPCError {
    RPCError.invalidParams(
      path: "_meta." + JSONFields.join("", name),
      "Send \"\(name)\" in _meta of each request, or initialize first.")
  }

  private static func unsupported(_ version: JSONValue) -> RPCError {
    var data = JSONWriter()
    data.value([
      "supported": [.string(Revision.july2026.rawValue)],
      "requested": .string(version.stringValue ?? ""),
    ])
    return RPCError(
      code: -32022,
      message: "Unsupported protocol version; send \(Revision.july2026.rawValue), or initialize.",
      data: data.bytes)
  }
}
