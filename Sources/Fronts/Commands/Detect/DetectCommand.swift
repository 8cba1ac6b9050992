import Detection
import Profiles
import Sessions
import Store
import Wire

extension Option {
  static let noConfirm = Option("no-confirm", "Do not confirm the result with a second page")
  static let json = Option("json", "Write JSON, for scripts")
}

extension Command {
  /// `paginator detect`: finds out how an API pages, and says why.
  static let detect = Command(
    name: "detect",
    summary: "Find out how an API pages, and why",
    operand: .url,
    groups: [
      .request,
      OptionGroup(
        "Paging", [.profile, .profileFiles, .perPage, .decode, .items, .identity, .open]),
      OptionGroup("Output", [.noConfirm, .json, .verbose]),
      OptionGroup("Saving", [.save, .force]),
      .recording,
    ],
    notes: [
      "One request is sent, and a second one that proves the likeliest candidate; each wrong "
        + "candidate costs one more. With --profile the request is made as the profile says, and how it "
        + "pages is detected again.",
      "{env:NAME} in headers, parameters, --data, --token, --auth, --user and --proxy is replaced "
        + "from the environment.",
      RecordingChoice.note,
    ],
    exits: [
      (0, "found", "and confirmed, or followed to a page; or the first page has all items"),
      (1, "failed", "the API did not send a page, or the profile cannot be saved"),
      (2, "usage", "the command line cannot be used, or the name to save is taken"),
      (4, "cannot tell", "no candidate is certain enough; the candidates are listed"),
      (130, "interrupted", "by Ctrl-C, SIGTERM or SIGHUP"),
    ],
    examples: [
      ("How does it page?", "paginator detect https://api.example.com/articles"),
      (
        "Save it as a profile, to be fetched by paginator fetch -p articles",
        "paginator detect https://api.example.com/articles --save articles"
      ),
    ]
  ) { arguments throws(UsageError) in try DetectRun.run(arguments) }
}

/// Runs `paginator detect`.
private enum DetectRun {
  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let options = try RequestOptions(arguments)
    let network = try Network(arguments)
    network.warmUp()
    let saving = try ProfileSaving(arguments, options.catalog)
    let written = saving == nil ? nil : try CommandLineParams(options, isWritten: true)
    if let saving, let written { try saving.check(written.object) }
    let request = try APIRequest(options, detects: true)
    try network.begin()
    defer { network.finish() }
    let client = arguments.isSet(.verbose) ? request.traced(network.client) : network.client
    let words = FetchMessages(request)
    for line in [network.notice, network.loss].compactMap(\.self) + request.params.warnings {
      words.tell(line)
    }
    guard WakeUp.listen() else { return ExitCode.failure }
    let session = request.session("detect", network.environment(through: client))
    let pending = PendingResult<Result<DetectionReport, SessionError>>()
    session.detect(confirming: !arguments.isSet(.noConfirm)) { pending.give($0) }
    guard let result = pending.wait() else {
      session.close()
      words.tell(words.sentence(.interrupted))
      return ExitCode.interrupted
    }
    let code = tell(result, options, request, words, isReplayed: !network.reaches)
    guard code == ExitCode.success, let saving, let written,
      let found = (try? result.get())?.candidates.first
    else {
      if let saving, code == ExitCode.suspect {
        words.tell("\(saving.name) was not saved: nothing certain was found")
      }
      return code
    }
    return save(saving, SavedProfile(saving.name, written, request, found), words)
  }

  private static func save(
    _ saving: ProfileSaving, _ profile: SavedProfile, _ words: FetchMessages
  ) -> Int32 {
    do throws(UsageError) {
      try saving.save(profile.params)
    } catch {
      words.tell(error.message)
      return ExitCode.failure
    }
    words.tell("\(saving.place) now has the profile \(saving.name)")
    if BuiltInProfiles.named(saving.name) != nil {
      words.tell("it hides the built-in profile \(saving.name)")
    }
    if !profile.variables.isEmpty {
      words.tell("it reads its secrets from \(profile.variables.joined(separator: ", "))")
    }
    return ExitCode.success
  }

  private static func tell(
    _ result: Result<DetectionReport, SessionError>, _ options: RequestOptions,
    _ request: APIRequest, _ words: FetchMessages, isReplayed: Bool
  ) -> Int32 {
    switch result {
    case .failure(let error):
      words.tell(words.sentence(.session(error, page: nil)))
      return ExitCode.failure
    case .success(let report):
      if options.arguments.isSet(.json) {
        Terminal.show(request.secrets.shown(String(decoding: report.json, as: UTF8.self)) + "\n")
      } else {
        Terminal.show(DetectionSummary(report, options, request, isReplayed: isReplayed).text)
      }
      return report.certainty == .unknown ? ExitCode.suspect : ExitCode.success
    }
  }
}
