import JSON
import Sessions
import Text

/// A method on one paginator: `paginatorId` and other params are read and nothing else is left,
/// before the paginator is looked up.
protocol ListMethod: Method {
  associatedtype Params = Void

  /// Reads the params besides `paginatorId`.
  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> Params

  static func handle(_ list: any WalkableList, _ params: Params, _ call: Call) throws(SessionError)
}

/// A method that refuses paginators with `each` or `slices`.
protocol SessionMethod: ListMethod {
  static func handle(_ session: Session, _ params: Params, _ call: Call) throws(SessionError)
}

extension ListMethod {
  static func handle(_ call: inout Call) throws(CallError) {
    let id = try call.paginatorID()
    let params = try call.read(params)
    try call.finish()
    try mapErrors(CallError.session) { () throws(SessionError) in
      try handle(try call.list(id), params, call)
    }
  }
}

extension SessionMethod {
  static func handle(
    _ list: any WalkableList, _ params: Params, _ call: Call
  ) throws(SessionError) {
    try handle(
      try (list as? Session).orThrow(SessionError.notForSeries(method: name)), params, call)
  }
}

extension ListMethod where Params == Void {
  static func params(_ fields: inout JSONFields) throws(JSONFieldError) {}
}

extension JSONFields {
  /// A number that must be given.
  mutating func required(
    _ name: String, in bounds: ClosedRange<Int>
  ) throws(JSONFieldError) -> Int {
    try integer(name, in: bounds).orThrow(JSONFieldError(path: name, problem: .missing))
  }
}
