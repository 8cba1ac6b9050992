import HTTP
import JSON
import Pagination
import Server
import Sessions

/// `paginator fetch`: walks through an API to its end and writes the items.
enum Fetch {
  static func run(_ words: ArraySlice<String>) throws(Arguments.UsageError) -> Int32 {
    let options = try FetchOptions(words)
    if options.wantsHelp {
      Terminal.write(FetchHelp.text, to: 1)
      return ExitCode.success
    }
    let connections = CurlLimits().connectionsPerHostMax
    let client = CurlClient(
      limits: CurlLimits(connectionsPerHostMax: max(connections, options.concurrency ?? 0)))
    client.warmUp()
    let request = try FetchRequest(options.asking)
    var run = FetchRun(options, request, client: client)
    // Nothing is left to be done then, and transfers that still run are not waited for.
    FetchSystem.leave(run.run())
  }
}

/// What is asked of the API, checked.
struct FetchRequest {
  let settings: SessionSettings
  let parameters: JSONObject
  /// What `--open` holds, as it is written there; nil: there is none.
  let open: JSONObject?
  let checkpoint: String?
  let secrets: FetchSecrets

  init(_ options: AskingOptions, detects: Bool = false) throws(Arguments.UsageError) {
    var params = try FetchParams(options)
    if detects { params.detect() }
    do throws(JSONFieldError) {
      (settings, parameters) = try OpenParameters.settings(params.object)
      if settings.sender == .client {
        throw JSONFieldError(path: "fetching.by", problem: .expected("\"server\" here"))
      }
      if settings.pager.kind == .custom {
        throw JSONFieldError(
          path: "pagination.strategy",
          problem: .expected("another one here, as there is no client to ask"))
      }
    } catch {
      throw Arguments.UsageError(message: params.secrets.shown(params.sentence(error)))
    }
    checkpoint = params.object["checkpoint"]?.stringValue
    secrets = params.secrets
    open = params.open
  }
}

extension ExitCode {
  static let capped: Int32 = 3
  static let suspect: Int32 = 4
  static let partial: Int32 = 5
  static let interrupted: Int32 = 130
  /// As if SIGPIPE had ended the process.
  static let readerGone: Int32 = 141

  static func of(_ verdict: Verdict) -> Int32 {
    switch verdict {
    case .complete: success
    case .capped: capped
    case .suspect: suspect
    case .partial: partial
    case .failed: failure
    }
  }
}
