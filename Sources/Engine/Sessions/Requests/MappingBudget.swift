import HTTP
import JSON
import Mapping

/// How much work mapping a page may be.
///
/// A session's lock is held while a response is read, so a page that takes longer than some
/// milliseconds is given up, and mapped off the lock, where it can be cancelled.
enum MappingBudget: Sendable {
  /// So little that others can wait for it.
  case prompt
  /// The maximum of any page, as long as someone waits for it.
  case full(isCancelled: @Sendable () -> Bool)

  var stepsMax: Int {
    switch self {
    case .prompt: MappingLimits.promptStepsMax
    case .full: MappingLimits.pageStepsMax
    }
  }

  var isCancelled: @Sendable () -> Bool {
    if case .full(let isCancelled) = self { isCancelled } else { { false } }
  }
}

/// A response whose page is mapped off the lock, with everything that this needs. Thrown where a
/// decision has to wait for the page.
struct DeferredMapping: Error {
  let arrived: ArrivedResponse
  let reader: ResponseReader
  /// The page that waits to be judged by this one, the first; nil: this one is read for itself.
  var judged: JudgedPage?

  /// The request that waits for it.
  var waiting: PendingRequest { judged?.request ?? arrived.request }

  /// What the response means, as the page was requested; `cancelled` where no one waits for it any more.
  func outcome() -> PageOutcome {
    let handle = waiting.handle
    return reader.outcome(of: arrived, .full { handle.isCancelled }) ?? .failure(.cancelled)
  }
}

/// A page that waits to be judged until the first one has been mapped in the background.
struct JudgedPage: Sendable {
  let request: PendingRequest
  let outcome: PageOutcome
  /// How the first one is read.
  let reading: FirstReading
}

/// How the first page is read again: as a candidate says, and the settings at that time.
struct FirstReading: Sendable, Equatable {
  let candidate: JSONObject
  let revision: Int
}

extension SessionError {
  init(_ error: MappingError) {
    switch error {
    case .outputTooLarge(let maximum):
      self = .limitExceeded(limit: .mappedBytes, maximum: maximum)
    case .tooManySteps(let maximum):
      self = .limitExceeded(limit: .mappingSteps, maximum: maximum)
    case .tooManyValues(let maximum):
      self = .limitExceeded(limit: .relatedValues, maximum: maximum)
    case .cancelled: self = .cancelled
    }
  }
}
