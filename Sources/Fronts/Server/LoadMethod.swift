import JSON
import Pagination
import RPC
import Sessions
import Wire

/// A method that loads one page.
protocol LoadMethod: SessionMethod where Params == LoadParams {
  /// Reads which page is wanted.
  static func target(_ fields: inout JSONFields) throws(JSONFieldError) -> LoadTarget
}

/// The page that is wanted, and the params that are added to its request.
struct LoadParams {
  let target: LoadTarget
  let parameters: [QueryParameter]
}

extension LoadMethod {
  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> LoadParams {
    LoadParams(
      target: try target(&fields), parameters: try RequestTemplate.queryParameters(&fields))
  }

  static func handle(_ session: Session, _ params: LoadParams, _ call: Call) {
    let load = session.load(
      params.target, parameters: params.parameters, completion: call.answer { $0.result })
    call.reply?.onCancel { session.cancel(load: load) }
  }
}
