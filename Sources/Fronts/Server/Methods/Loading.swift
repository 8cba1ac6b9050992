import JSON
import Pagination
import RPC
import Sessions
import Wire

extension Method {
  /// Loads the page after the current one, or the first.
  static let loadNextPage = load("paginator/loadNextPage") { _ in .next }

  /// Loads the page before the current one.
  static let loadPreviousPage = load("paginator/loadPreviousPage") { _ in .previous }

  /// Loads a page by its number.
  static let loadPage = load("paginator/loadPage") { fields throws(JSONFieldError) in
    .page(try fields.required("page", in: -Pager.pageMax...Pager.pageMax))
  }

  /// Asks for held pages again, and says what has changed.
  static let refresh = ofSession("paginator/refresh", reading: page) { session, page, call in
    let work = session.refresh(page: page, completion: call.answer { $0.result })
    call.reply?.onCancel { session.cancel(load: work) }
  }

  /// A portable token of where paging continues.
  static let checkpoint = ofList("paginator/checkpoint") { list, call in
    list.checkpoint { call.succeed(["checkpoint": .string($0)]) }
  }

  /// The latest requests with their responses, secrets masked, where the paginator was opened with
  /// `limits.heldRequestsMax`.
  static let requests = ofSession("paginator/requests", reading: page) { session, page, call in
    // Masking long bodies takes a while.
    call.server.environment.runInBackground {
      call.succeed(
        JSONWriter.object { writer in
          writer.array("requests") { for entry in session.requests(of: page) { $0.raw(entry) } }
        })
    }
  }

  private static let page: Reader<Int?> = { fields throws(JSONFieldError) in
    try fields.integer("page", in: SessionIndex.pages)
  }
}
