import JSON
import Series
import Sessions
import Text

/// `paginator/close`: cancels and forgets a paginator. Where its pages are stored, the
/// response comes when that has ended.
enum Close: Method {
  static let name = "paginator/close"

  static func handle(_ call: inout Call) throws(CallError) {
    let id = try call.paginatorID()
    try call.finish()
    let series = call.server.series.remove(id: id)
    try mapErrors(CallError.session) { [call] () throws(SessionError) in
      try call.server.store.close(id: id) { error in
        let answer: @Sendable () -> Void = {
          if let error { call.fail(.session(error)) } else { call.succeed(.null) }
        }
        if let series { series.cancel(answer) } else { answer() }
      }
    }
  }
}
