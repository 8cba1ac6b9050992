import HTTP
import JSON
import Pagination

/// What a load shall load.
package enum LoadTarget: Sendable, Hashable {
  case next
  case previous
  case page(Int)
}

package typealias LoadCompletion = @Sendable (Result<LoadedPage, LoadFailure>) -> Void
package typealias WalkCompletion = @Sendable (Result<WalkSummary, LoadFailure>) -> Void
package typealias RefreshCompletion = @Sendable (Result<RefreshSummary, LoadFailure>) -> Void
package typealias WindowCompletion = @Sendable (Result<WindowView, LoadFailure>) -> Void

/// Work that runs or waits for its turn: the loads, walks and refreshes of one paginator run in
/// the order in which they came.
struct Load: Sendable {
  /// What is to be done, and who is told.
  enum Work: Sendable {
    case page(LoadTarget, [QueryParameter], LoadCompletion)
    case walk(WalkOrder, WalkCompletion)
    case refresh(page: Int?, RefreshCompletion)
  }

  let id: Int
  let work: Work
  /// The page that it asks for, once that is known.
  var page: Int?

  /// Parameters for this one load.
  var parameters: [QueryParameter] {
    if case .page(_, let parameters, _) = work { parameters } else { [] }
  }
}

/// A request on its way, with what it is for.
struct Fetch: Sendable {
  /// Whom the answer is for.
  enum Purpose: Sendable, Equatable {
    case load(Int)
    case walk(Int)
    case refresh(Int)
    case window
  }

  let purpose: Purpose
  var asked: AskedPage
  var request: HTTPRequest
  /// Lower case names of the headers that the caller supplied.
  var callerHeaders: Set<String>
  /// Redirects followed.
  var hop = 0
  var attempt = 1
  var hasAskedForCredentials = false
  /// What the 401 came to for which the client is asked.
  var refusal: PageOutcome?
  var transfer: (any HTTPTransfer)?
  var waiting: (any Scheduled)?
  /// A page that has been read, and waits for the client's word on its neighbours.
  var read: ReadPage?
}

extension Fetch {
  /// Whether its page may be answered from memory, as the API says that it is the same.
  var mayBeUnmodified: Bool {
    switch purpose {
    case .load, .refresh: true
    case .walk, .window: false
    }
  }
}

/// A response that has been read, before the state has taken it in.
struct ReadPage: Sendable {
  let asked: AskedPage
  var reading: PageReading
  let content: PageContent
  let facts: ResponseFacts
  let trace: LoopGuard.Trace
  let etag: String?
  let lastModified: String?
  let source: PageSource
}

/// What a request for a page came to.
enum PageOutcome: Sendable {
  case page(ReadPage)
  /// A status that means the end at a computed position.
  case pastEnd(ResponseFacts, EndReason)
  /// The page is as it was held.
  case notModified(ResponseFacts)
  case failure(SessionError)
}

/// What is left of a page that a walk has cut.
struct PageRest: Sendable {
  let page: Int
  let content: PageContent
  let facts: ResponseFacts
  /// Items that have been delivered.
  let taken: Int
}

/// Something that a session does once its state has been decided.
enum Effect: Sendable {
  case send(fetch: Int, HTTPRequest)
  case cancel(any HTTPTransfer)
  case hold(HTTPRequest, seconds: Double)
  case wait(fetch: Int, seconds: Double)
  case drop(any Scheduled)
  case extract(fetch: Int, [UInt8])
  case askCredentials(fetch: Int, [UInt8])
  case answer(LoadCompletion, Result<LoadedPage, LoadFailure>)
  case answerWalk(WalkCompletion, Result<WalkSummary, LoadFailure>)
  case answerRefresh(RefreshCompletion, Result<RefreshSummary, LoadFailure>)
  case answerWindow(WindowCompletion, Result<WindowView, LoadFailure>)
  case answerCheckpoint(@Sendable (String) -> Void, String)
  case deliver(WalkOrder, WalkPage)
  case report(WalkOrder, WalkProgress)
  case notify(SessionEvent)
}
