import JSON
import Series
import Sessions
import Text

/// A method on one paginator: `paginatorId` and other params are read and nothing else is left,
/// before the paginator is looked up.
protocol SessionMethod: Method {
  associatedtype Params = Void

  /// Reads the params besides `paginatorId`.
  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> Params

  static func handle(_ session: Session, _ params: Params, _ call: Call) throws(SessionError)

  /// Methods without this one refuse paginators with `each`.
  static func handle(_ series: ItemSeries, _ params: Params, _ call: Call) throws(SessionError)
}

extension SessionMethod {
  static func handle(_ call: inout Call) throws(CallError) {
    let id = try call.paginatorID()
    let params = try call.read(params)
    try call.finish()
    try mapErrors(CallError.session) { () throws(SessionError) in
      if let series = call.server.series[id] { return try handle(series, params, call) }
      try handle(try call.session(id), params, call)
    }
  }

  static func handle(_ series: ItemSeries, _ params: Params, _ call: Call) throws(SessionError) {
    throw .notForSeries(method: name)
  }
}

extension SessionMethod where Params == Void {
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
