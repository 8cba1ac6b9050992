import JSON
import Sessions

/// `paginator/requests`: the latest requests with their responses, secrets masked, where the
/// paginator was opened with `limits.heldRequestsMax`.
enum GiveRequests: SessionMethod {
  static let name = "paginator/requests"

  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> Int? {
    try fields.integer("page", in: SessionIndex.pages)
  }

  static func handle(_ session: Session, _ page: Int?, _ call: Call) {
    // Masking long bodies takes a while.
    call.server.environment.runInBackground {
      call.succeed(
        JSONWriter.object { writer in
          writer.array("requests") { for entry in session.requests(of: page) { $0.raw(entry) } }
        })
    }
  }
}
