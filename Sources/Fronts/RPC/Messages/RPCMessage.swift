internal import JSON
import Text

/// One message as JSON-RPC 2.0 distinguishes them.
///
/// `{"jsonrpc":"2.0","id":1,"method":"a","params":[]}` is a request with the id `1`, the method
/// `a` and absent params; without the id it is a notification.
enum RPCMessage {
  case request(id: JSONSlice, RPCRequest)
  case notification(RPCRequest)
  /// The client's response to a request of the server, with the id of that request.
  case response(id: JSONSlice, result: JSONSlice, error: JSONSlice)
  /// Anything else, to be answered with the id, or with null where it is absent.
  case invalid(id: JSONSlice, RPCError)
}

/// The members of a message that count; absent where they are not there.
struct MessageFields {
  var jsonrpc = JSONSlice.absent
  var id = JSONSlice.absent
  var method = JSONSlice.absent
  var params = JSONSlice.absent
  var result = JSONSlice.absent
  var error = JSONSlice.absent

  /// The members of an object, found by walking over them; of duplicates the last.
  init(of object: JSONSlice, in document: JSONDocument) {
    self.init(Self.names.map { document.member($0, of: object) ?? .absent })
  }

  /// The members that a validating pass with `plan` has picked.
  init(_ slots: [JSONSlice]) {
    guard slots.count == Self.names.count else { return }
    (jsonrpc, id, method) = (slots[0], slots[1], slots[2])
    (params, result, error) = (slots[3], slots[4], slots[5])
  }

  /// The id of a request that is nested too deep for its handler; nil where this is nested deeper
  /// still, is not JSON, has no `method`, or has no id that is a string, a number or null.
  static func id(ofTooDeep bytes: [UInt8]) -> [UInt8]? {
    guard let scan = try? JSONDocument.scan(bytes, plan: plan, depthMax: idDepthMax) else {
      return nil
    }
    let fields = MessageFields(scan.slots)
    let isID = [.string, .number, .null].contains(fields.id.kind)
    return isID && !fields.method.isAbsent ? Array(bytes[fields.id.range]) : nil
  }

  /// The depth up to which that is looked for: each 64 levels take a call.
  private static let idDepthMax = 200_000

  private static let names = ["jsonrpc", "id", "method", "params", "result", "error"]

  /// Picks the members in the order of `names`.
  static let plan: JSONPlan = {
    var plan = JSONPlan()
    for name in names {
      _ = plan.capture(JSONPath(components: [.init(key: Array(name.utf8), index: nil)]))
    }
    return plan
  }()
}

extension RPCMessage {
  /// Tells what the object is whose members were found.
  init(_ fields: MessageFields, in document: JSONDocument) {
    switch fields.id.kind {
    case .absent, .null, .number, .string: break
    default: self = .invalid(id: .absent, .invalidRequest(Advice.id)); return
    }
    guard document.string(fields.jsonrpc) == "2.0" else {
      self = .invalid(id: fields.id, .invalidRequest(Advice.version))
      return
    }
    guard !fields.method.isAbsent else {
      let isAnswer = !fields.id.isAbsent && !(fields.result.isAbsent && fields.error.isAbsent)
      self =
        isAnswer
        ? .response(id: fields.id, result: fields.result, error: fields.error)
        : .invalid(id: fields.id, .invalidRequest(Advice.method))
      return
    }
    guard let method = document.string(fields.method) else {
      self = .invalid(id: fields.id, .invalidRequest(Advice.method))
      return
    }
    guard let params = Self.params(fields.params, in: document) else {
      self = .invalid(id: fields.id, .invalidRequest(Advice.params))
      return
    }
    let request = RPCRequest(method: method, params: params, document: document)
    self = fields.id.isAbsent ? .notification(request) : .request(id: fields.id, request)
  }

  /// The params as handlers see them: absent where they are null or `[]`; nil for a scalar.
  private static func params(_ slice: JSONSlice, in document: JSONDocument) -> JSONSlice? {
    switch slice.kind {
    case .absent, .object: return slice
    case .null: return .absent
    case .array:
      let inside = (slice.range.lowerBound + 1)..<(slice.range.upperBound - 1)
      let isEmpty = document.bytes[inside].allSatisfy(ASCII.isBlank)
      return isEmpty ? .absent : slice
    case .boolean, .number, .string: return nil
    }
  }

  /// Advice for malformed messages.
  enum Advice {
    static let object = "Send an object with \"jsonrpc\", \"method\" and, for a response, \"id\"."
    static let version = "Send \"jsonrpc\": \"2.0\" in each message."
    static let id = "Send an id that is a string, a number or null."
    static let method = "Send a method that is a string."
    static let params = "Send params that are an object or an array."
    static let noBatch = "Send one message per line, and no arrays of messages."
    static let emptyBatch = "Send at least one message in a batch."
  }
}
