import HTTP
import Recording
import Sessions
import System
import Text

/// The end of the chain of clients: the network, recorded if that is wanted, or a recording in its
/// place.
struct Network: Sendable {
  /// The last client that requests pass through.
  let client: any HTTPClient
  /// The clocks and waits that fit it.
  let scheduler: any Scheduler
  /// nil: nothing is sent.
  private let curl: CurlClient?
  /// The recording that is written; nil: none.
  private let tape: HARWriter?
  /// The recording that responds in place of the network; nil: none.
  private let replayer: Replayer?

  /// Reads what the command line and the environment say; nothing is written or sent.
  init(
    _ arguments: Arguments, limits: CurlLimits = CurlLimits(), userAgent: String = "paginator"
  ) throws(UsageError) {
    let choice = try RecordingChoice(arguments)
    if case .replay(let path) = choice {
      let replayer = try mapError(UsageError.recording, Replayer(path: path))
      (client, curl, tape, self.replayer) = (replayer, nil, nil, replayer)
      scheduler = SystemScheduler(waits: false)
      return
    }
    let curl = CurlClient(limits: limits, userAgent: userAgent)
    (self.curl, replayer, scheduler) = (curl, nil, SystemScheduler())
    if case .record(let path, let replaces) = choice {
      let file = RecordingChoice.expanded(path, processID: Process.id)
      let tape = HARWriter(path: file, creatorVersion: Program.version, replacesFile: replaces) {
        Terminal.complain($0.sentence(path: file))
      }
      (client, self.tape) = (Recorder(curl, to: tape, userAgent: userAgent), tape)
    } else {
      (client, tape) = (curl, nil)
    }
  }

  /// Returns the environment for a session that has this network to itself. `host`: the receiver of
  /// its pages.
  func environment(
    through client: (any HTTPClient)? = nil, host: PageQueue? = nil
  ) -> SessionEnvironment {
    SessionEnvironment(
      client: client ?? self.client, scheduler: scheduler,
      host: host ?? PageQueue(scheduler: scheduler))
  }

  /// True when requests leave this process.
  var reaches: Bool { replayer == nil }

  /// The notice that responses are old, so that they are not taken for new ones; nil with a
  /// network.
  var notice: String? { replayer.map { "replaying \($0.facts.path); nothing is sent" } }

  /// Says what the recording has lost; nil if nothing.
  var loss: String? { replayer?.facts.loss }

  /// Loads what the first request needs.
  func warmUp() { curl?.warmUp() }

  /// Returns the client that requests pass through when the client of the server sends them.
  func through(_ sender: any HTTPClient) -> any HTTPClient {
    if let tape { return Recorder(sender, to: tape) }
    return replayer ?? sender
  }

  /// Makes the recording's file, once all else is known to be right and before anything is sent.
  func begin() throws(UsageError) {
    guard let tape else { return }
    Signals.ignoreFileSizeLimit()
    try mapError(UsageError.recording, tape.open())
  }

  /// Waits until all that has come is in the recording; it ends with this.
  func finish() { tape?.finish() }
}
