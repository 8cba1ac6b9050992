import JSON
import Pagination
import RPC
import Sessions
import Wire

extension Call {
  /// The param `parameters` of the loads.
  mutating func parameters() throws(CallError) -> [QueryParameter] {
    try read { fields throws(JSONFieldError) in try RequestTemplate.queryParameters(&fields) }
  }

  /// Starts a load, which answers the call; `$/cancelRequest` fails it.
  func load(_ target: LoadTarget, _ parameters: [QueryParameter], in session: Session) {
    let reply = reply
    let load = session.load(target, parameters: parameters) { result in
      switch result {
      case .success(let page): reply?.succeed(page.result)
      case .failure(let failure): reply?.fail(RPCError(failure.object))
      }
    }
    reply?.onCancel { session.cancel(load: load) }
  }
}
