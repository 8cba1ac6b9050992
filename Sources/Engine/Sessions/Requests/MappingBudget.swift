import HTTP
import JSON
import Mapping

/// How much work mapping a page may be.
///
/// A session's lock is held while a response is read, so a page that takes longer than some
/// milliseconds is given up, and mapped aside, where it can be cancelled.
struct MappingBudget: Sendable {
  let stepsMax: Int
  /// Whether no one waits for the page any more.
  var isCancelled: @Sendable () -> Bool = { false }

  /// So little that others can wait for it.
  static let interactive = MappingBudget(stepsMax: MappingLimits.promptStepsMax)
  /// As much as any page may take.
  static let full = MappingBudget(stepsMax: MappingLimits.pageStepsMax)
}

/// A response whose page is mapped aside, with everything that this needs.
final class DeferredMapping: Sendable {
  let response: HTTPResponse
  let request: PendingRequest
  let moment: Requests.Moment
  let reader: ResponseReader
  /// The page that waits to be judged by this one, the first; nil: this one is read for itself.
  let judged: JudgedPage?

  init(
    response: HTTPResponse, request: PendingRequest, moment: Requests.Moment,
    reader: ResponseReader, judged: JudgedPage? = nil
  ) {
    self.response = response
    self.request = request
    self.moment = moment
    self.reader = reader
    self.judged = judged
  }

  /// The request that waits for it.
  var waiting: PendingRequest { judged?.request ?? request }

  /// What the response means, as the page was requested; `cancelled` where no one waits for it any more.
  func outcome() -> PageOutcome {
    let budget = MappingBudget(stepsMax: MappingLimits.pageStepsMax) {
      [handle = waiting.handle] in handle.isCancelled
    }
    return reader.outcome(
      of: response, to: request, epochSeconds: moment.epochSeconds, budget: budget)
  }
}

/// A page that waits to be judged until the first one has been mapped aside.
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

extension PageOutcome {
  /// Whether a prompt budget was too little for the page.
  var exceedsBudget: Bool {
    guard case .failure(.limitExceeded(.mappingSteps, let maximum)) = self else {
      return false
    }
    return maximum == MappingBudget.interactive.stepsMax
  }
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
