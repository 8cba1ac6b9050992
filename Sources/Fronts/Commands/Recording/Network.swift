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
  private let mode: Mode

  /// The handling of requests, with everything it needs.
  private enum Mode {
    case sent(CurlClient)
    case recorded(CurlClient, HARWriter)
    case replayed(Replayer)
  }

  /// Reads what the command line and the environment say; nothing is written or sent.
  init(
    _ arguments: Arguments, limits: CurlLimits = CurlLimits(), userAgent: String = "paginator"
  ) throws(UsageError) {
    let choice = try RecordingChoice(arguments)
    do throws(RecordingError) {
      switch choice {
      case .network:
        let curl = CurlClient(limits: limits, userAgent: userAgent)
        scheduler = SystemScheduler()
        mode = .sent(curl)
        client = curl
      case .record(let path, let replaces):
        let curl = CurlClient(limits: limits, userAgent: userAgent)
        let file = RecordingChoice.expanded(path, processID: Process.id)
        let tape = HARWriter(path: file, creatorVersion: Program.version, replacesFile: replaces) {
          Terminal.complain($0.sentence(path: file))
        }
        scheduler = SystemScheduler()
        mode = .recorded(curl, tape)
        client = Recorder(curl, to: tape, userAgent: userAgent)
      case .replay(let path):
        let replayer = try Replayer(path: path)
        scheduler = SystemScheduler(waits: false)
        mode = .replayed(replayer)
        client = replayer
      }
    } catch {
      throw UsageError(error.sentence)
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
  var reaches: Bool { if case .replayed = mode { false } else { true } }

  /// The notice that responses are old, so that they are not taken for new ones; nil with a
  /// network.
  var notice: String? {
    guard case .replayed(let replayer) = mode else { return nil }
    return "replaying \(replayer.facts.path); nothing is sent"
  }

  /// Says what the recording has lost; nil if nothing.
  var loss: String? {
    guard case .replayed(let replayer) = mode else { return nil }
    return replayer.facts.loss
  }

  /// Loads what the first request needs.
  func warmUp() {
    switch mode {
    case .sent(let curl), .recorded(let curl, _): curl.warmUp()
    case .replayed: return
    }
  }

  /// Returns the client that requests pass through when the client of the server sends them.
  func through(_ sender: any HTTPClient) -> any HTTPClient {
    switch mode {
    case .sent: sender
    case .recorded(_, let tape): Recorder(sender, to: tape)
    case .replayed(let replayer): replayer
    }
  }

  /// Makes the recording's file, once all else is known to be right and before anything is sent.
  func begin() throws(UsageError) {
    guard case .recorded(_, let tape) = mode else { return }
    Signals.ignoreFileSizeLimit()
    try mapError(UsageError.recording, tape.open())
  }

  /// Waits until all that has come is in the recording; it ends with this.
  func finish() {
    if case .recorded(_, let tape) = mode { tape.finish() }
  }
}
