import HTTP
import System

extension Requests {
  /// The next step after a request. Boxed, because it is handed on and never copied in parts.
  indirect enum Next {
    /// The request is sent again, its page is mapped outside the lock, or a request goes to the
    /// client.
    case effect(Effect)
    /// It is sent again after a wait. `isFromAPI`: the API itself requested it, so that others who
    /// send requests to it wait, too.
    case wait(PendingRequest, WalkProgress.Waiting, isFromAPI: Bool)
    /// A response to be read. `waitSeconds`: the API says that none is left until then.
    case read(ArrivedResponse, waitSeconds: Double?)
    /// It is over.
    case settled(PendingRequest, PageOutcome)
    /// It was made ahead, and has failed. `waitSeconds`: the API asks to wait.
    case failedAhead(PendingRequest, waitSeconds: Double?)
  }

  /// The time, and chance.
  struct ClockReading {
    let epochSeconds: Double
    /// From 0 up to 1.
    let random: @Sendable () -> Double
    /// Requests of the same kind that the API has served since it first asked for a wait.
    var served = 0
  }
}

extension Requests.ClockReading {
  /// The time of a response: a recorded one came when it was recorded.
  init(
    of result: Result<HTTPResponse, HTTPError>, _ scheduler: any Scheduler,
    _ random: @escaping @Sendable () -> Double, served: Int = 0
  ) {
    self.served = served
    epochSeconds = (try? result.get())?.receivedAtEpochSeconds ?? scheduler.epochSeconds
    self.random = random
  }
}
