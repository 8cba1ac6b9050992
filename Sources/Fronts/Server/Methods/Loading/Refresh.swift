import RPC
import Sessions
import Wire

/// `paginator/refresh`: asks for held pages again, and says what has changed.
enum Refresh: Method {
  static let name = "paginator/refresh"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let page = try call.optionalPage()
    let session = try call.session(id, of: name)
    let reply = call.reply
    let work = session.refresh(page: page) { result in
      switch result {
      case .success(let summary): reply?.succeed(summary.result)
      case .failure(let failure): reply?.fail(RPCError(failure.object))
      }
    }
    reply?.onCancel { session.cancel(load: work) }
  }
}
