import JSON
import Pagination
import RPC
import Sessions
import Text
import Wire

/// One method of the protocol: its name, and what it does with a call.
struct Method: Sendable {
  /// As spelled in protocol/.
  let name: String
  /// Answers the call, at once or later, exactly once.
  let handle: @Sendable (inout Call) throws(RPCError) -> Void

  init(_ name: String, _ handle: @escaping @Sendable (inout Call) throws(RPCError) -> Void) {
    self.name = name
    self.handle = handle
  }

  /// Reads the params besides `paginatorId`.
  typealias Reader<Params> = @Sendable (inout JSONFields) throws(JSONFieldError) -> Params

  /// A method on one paginator: `paginatorId` and other params are read and nothing else is left,
  /// before the paginator is looked up.
  static func ofList<Params>(
    _ name: String, reading params: @escaping Reader<Params>,
    _ handle: @escaping @Sendable (any WalkableList, Params, Call) throws(SessionError) -> Void
  ) -> Method {
    Method(name) { call throws(RPCError) in
      let id = try call.paginatorID()
      let params = try call.read(params)
      try call.finish()
      try mapErrors(RPCError.session) { [call] () throws(SessionError) in
        try handle(try call.list(id), params, call)
      }
    }
  }

  /// The same with no other params.
  static func ofList(
    _ name: String, _ handle: @escaping @Sendable (any WalkableList, Call) -> Void
  ) -> Method {
    ofList(name, reading: { _ in }, { list, _, call in handle(list, call) })
  }

  /// A method that refuses paginators with `each` or `slices`.
  static func ofSession<Params>(
    _ name: String, reading params: @escaping Reader<Params>,
    _ handle: @escaping @Sendable (Session, Params, Call) throws(SessionError) -> Void
  ) -> Method {
    ofList(name, reading: params) { list, params, call throws(SessionError) in
      try handle(
        try (list as? Session).orThrow(SessionError.notForSeries(method: name)), params, call)
    }
  }

  /// A method that loads one page. `target`: reads which page is wanted.
  static func load(_ name: String, _ target: @escaping Reader<LoadTarget>) -> Method {
    ofSession(
      name,
      reading: { fields throws(JSONFieldError) in
        (target: try target(&fields), parameters: try RequestTemplate.queryParameters(&fields))
      },
      { session, params, call in
        let load = session.load(
          params.target, parameters: params.parameters, completion: call.answer { $0.result })
        call.reply?.onCancel { session.cancel(load: load) }
      })
  }
}

extension JSONFields {
  /// A number that must be given.
  mutating func required(
    _ name: String, in bounds: ClosedRange<Int>
  ) throws(JSONFieldError) -> Int {
    try integer(name, in: bounds).orThrow(JSONFieldError(path: name, problem: .missing))
  }
}
