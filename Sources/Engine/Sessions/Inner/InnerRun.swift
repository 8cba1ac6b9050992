import HTTP
import JSON
import Pagination
import Synchronization
import System
import Text

/// Walks the lists within the items of a page, some at a time, each by a session of its own whose
/// first page is the one that the item holds.
final class InnerRun: Sendable {
  fileprivate struct State: Sendable {
    var next = 0
    var running: [Int: Session?] = [:]
    var found: [(items: [UInt8], isWhole: Bool)?]
    var bytes: Int
    var isOver = false

    /// The consequence of the end of a list.
    enum Step: Sendable {
      case waits, tooLarge, isOver
      case ended([(items: [UInt8], isWhole: Bool)])
    }
  }

  private let work: InnerWork
  private let id: String
  private let environment: SessionEnvironment
  private let pages: InnerPages
  private let completion: @Sendable (Result<WholeLists, SessionError>) -> Void
  private let state: Mutex<State>

  /// The number of pages of one list.
  static let pagesMax = 10_000

  /// `id`: the paginator's id, sent to the client with requests for credentials.
  init(
    _ work: InnerWork, id: String, _ environment: SessionEnvironment, _ pages: InnerPages,
    _ completion: @escaping @Sendable (Result<WholeLists, SessionError>) -> Void
  ) {
    self.work = work
    self.id = id
    self.environment = environment
    self.pages = pages
    self.completion = completion
    state = Mutex(
      State(found: Array(repeating: nil, count: work.lists.count), bytes: work.document.bytes.count)
    )
  }

  /// Begins as many lists as may be walked at once.
  func start() {
    while let list = state.withLock({ $0.begin(most: work.settings.fetching.concurrency) }) {
      do throws(SessionError) {
        try begin(list)
      } catch {
        finish(.failure(error))
      }
    }
  }

  func cancel() {
    for session in state.withLock({ $0.end() }) ?? [] { session.close() }
  }

  private func begin(_ list: Int) throws(SessionError) {
    let session = try makeSession(of: work.lists[list])
    guard state.withLock({ $0.take(session, for: list) }) else { return session.close() }
    let order = WalkOrder(
      pagesMax: InnerRun.pagesMax, concurrency: 1, mayBeginAgain: work.inner.hasFirstPage)
    session.walk(order) { [weak self] result in
      session.close()
      self?.take(result, of: list)
    }
  }

  private func makeSession(of list: InnerWork.List) throws(SessionError) -> Session {
    let (settings, parameters) = try params(of: list)
    let body = work.inner.firstPage(list.object, in: work.document)
    let runInBackground = environment.runInBackground
    return Session(
      id: id, settings: settings, parameters: parameters,
      environment: environment.serving(environment.host) { client in
        FirstPageClient(
          body, then: client, mayContinue: { [weak self] in self?.mayRequest() == true },
          runInBackground: runInBackground)
      })
  }

  /// Counts a request for a later page of a list. With one too many the run has failed.
  private func mayRequest() -> Bool {
    if pages.request() { return true }
    environment.runInBackground { [weak self, most = pages.most] in
      self?.finish(.failure(.limitExceeded(limit: .innerPages, maximum: most)))
    }
    return false
  }

  private func params(
    of list: InnerWork.List
  ) throws(SessionError) -> (SessionSettings, JSONObject) {
    let settings = work.settings
    do {
      let parameters = try work.inner.params(
        of: work.document.value(list.item), work.parameters,
        page: HTTPURL.parse(work.arrived.response.url), home: settings.pager.template.openedURL())
      return (try settings.remade(from: parameters), parameters)
    } catch let error as UnusableItem {
      throw .itemUnusable(path: error.path, position: position(of: list))
    } catch {
      throw .itemUnusable(path: work.inner.list.description, position: position(of: list))
    }
  }

  /// The item's place among those of the page whose lists go on.
  private func position(of list: InnerWork.List) -> Int {
    work.lists.firstIndex { $0.item == list.item } ?? 0
  }

  private func take(_ result: Result<WalkSummary, LoadFailure>, of list: Int) {
    do throws(SessionError) {
      let (items, isWhole) = try later(result, of: work.lists[list])
      let most = work.settings.fetching.http.responseBytesMax
      let step = state.withLock { $0.take(items, isWhole: isWhole, of: list, bytesMax: most) }
      switch step {
      case .waits: start()
      case .tooLarge: throw .responseTooLarge(line, maximum: most)
      case .ended(let found):
        let doubtful = found.count { !$0.isWhole }
        finish(.success(WholeLists(body: work.body(with: found), doubtful: doubtful)))
      case .isOver: break
      }
    } catch {
      finish(.failure(error))
    }
  }

  private var line: RequestLine {
    RequestLine(work.arrived.request.request, work.arrived.request.request.redactor)
  }

  /// The items after those that the item holds, and whether these are all.
  private func later(
    _ result: Result<WalkSummary, LoadFailure>, of list: InnerWork.List
  ) throws(SessionError) -> (items: [UInt8], isWhole: Bool) {
    let summary = try mapError({ (failure: LoadFailure) in failure.error }, result.get())
    switch summary.verdict {
    case .complete, .suspect: break
    case .capped: throw .limitExceeded(limit: .innerPages, maximum: InnerRun.pagesMax)
    case .partial, .failed:
      guard let error = summary.snapshot.error?.error else { break }
      if !error.refusesList { throw error }
    }
    var held = work.document.elements(of: list.items).count
    var items: [UInt8] = []
    for page in summary.items ?? [] {
      for index in page.items {
        if held > 0 {
          held -= 1
          continue
        }
        if !items.isEmpty { items.append(UInt8(ascii: ",")) }
        page.content.appendItem(index, to: &items)
      }
    }
    return (items, summary.verdict == .complete)
  }

  private func finish(_ result: Result<WholeLists, SessionError>) {
    guard let sessions = state.withLock({ $0.end() }) else { return }
    for session in sessions { session.close() }
    completion(result)
  }
}

extension InnerRun.State {
  /// The list that begins next; nil: none, or as many run as may.
  fileprivate mutating func begin(most: Int) -> Int? {
    guard !isOver, next < found.count, running.count < most else { return nil }
    running[next] = .some(nil)
    next += 1
    return next - 1
  }

  /// False where the session is of no use any more.
  fileprivate mutating func take(_ session: Session, for list: Int) -> Bool {
    if isOver { return false }
    running[list] = session
    return true
  }

  fileprivate mutating func take(
    _ items: [UInt8], isWhole: Bool, of list: Int, bytesMax: Int
  ) -> Step {
    if isOver { return .isOver }
    running[list] = nil
    found[list] = (items, isWhole)
    bytes += items.count
    if bytes > bytesMax { return .tooLarge }
    let all = found.compactMap(\.self)
    return all.count == found.count ? .ended(all) : .waits
  }

  /// The sessions that still run; nil where it was over.
  fileprivate mutating func end() -> [Session]? {
    if isOver { return nil }
    isOver = true
    defer { running = [:] }
    return running.values.compactMap(\.self)
  }
}

extension SessionError {
  /// True when the API refuses this list, even if it accepts others.
  fileprivate var refusesList: Bool {
    switch self {
    case .httpStatus(_, let status, _, _, _):
      (400..<500).contains(status) && ![401, 403, 407].contains(status)
        && !HTTPStatus(status).isTransient
    case .positionExpired, .paginationLoop, .serverError: true
    default: false
    }
  }
}
