import HTTP
import JSON
import Pagination
import Secrets
import Sessions
import Text
import Wire

/// The sentences of results: why there are no more items, and what to do.
enum ToolWords {
  /// Says why a call failed, and what to do.
  static func sentence(_ error: SessionError, _ plan: RequestPlan) -> String {
    var text =
      switch error {
      case .originRefused(_, let origin) where !origin.hasSuffix("://"):
        "Nothing was sent to \(origin): its origin is not the API's, or its address is not "
          + "a public one. If that is right, ask for paginator mcp to be started with "
          + "--allow-origin \(origin)."
      case .httpStatus(_, let status, let seconds, _, _):
        error.sentence(calling: name) + advice(status, seconds)
      case .rateLimited(_, let status, let seconds):
        "The API answered with status \(status)." + advice(status, seconds)
      case .checkpointRejected(let reason):
        "The cursor does not fit: \(reason). Start again with url."
      case .limitExceeded(.innerPages, let most):
        "The \(most.withCommas) pages that a call may request of lists within items are used up; "
          + "leave out inner to have the items as they came, or ask for fewer items per page."
      case .timedOut: "The API did not answer in time; call again."
      case .notRecorded: "The recording has no response left to this request."
      default: error.sentence(calling: name)
      }
    if let request = error.request, !text.contains(request.url) { text += " (\(request.url))" }
    if plan.leavesCredentials {
      text += " The profile's credentials were not sent, as the URL has another origin."
    }
    let secrets = plan.settings.secrets + (plan.settings.credentials?.secrets ?? [])
    return PlainText.escaped(Redactor(secrets: secrets).mask(text: text))
  }

  private static func advice(_ status: Int, _ seconds: Int?) -> String {
    switch status {
    case 401, 403: " Name a profile that has credentials for it, or ask for one."
    case 404, 410: " Check the url."
    case 406, 407: ""
    case 429, 500...: " Call again \(seconds.map { "in \($0) seconds" } ?? "later")."
    default: " Check the url and the parameters."
    }
  }

  /// Names a setting in an error, for callers who cannot set it.
  private static func name(_ setting: ErrorSetting) -> String {
    switch setting {
    case .profile: "a profile"
    case .itemsPath: "itemsPath"
    default: "\(setting.rawValue) of a profile"
    }
  }

  /// Says how the items shown differ from those requested. Follows another sentence; empty if they
  /// do not differ.
  static func remark(_ items: AnswerItems) -> String {
    var text = ""
    if items.maskedCount > 0 {
      text += " Secrets of the profile in \(items.maskedCount) of the items shown are masked."
    }
    if items.omittedCount > 0 {
      text += " \(items.omittedCount) of them came as _omitted: use fields, or fetch."
    }
    if !items.unknownFields.isEmpty, items.count > 0 {
      let missing = items.unknownFields.map(\.description).joined(separator: ", ")
      text += " No item has \(missing); the first has \(items.keys.joined(separator: ", "))."
    }
    return PlainText.escaped(text)
  }

  /// A sentence as long as it may be in a result.
  static func limited(_ sentence: String) -> String {
    PlainText.limited(sentence, bytesMax: ToolResult.sentenceBytesMax)
  }

  /// Says that a call has taken too long. `waiting`: the reason for which its request waits to be sent
  /// again; `readsInner`: lists within items are read, which may have no end; `items`: those that came.
  static func late(
    _ bounds: AgentBounds, waiting: String? = nil, readsInner: Bool = false, items: Int = 0
  ) -> String {
    let cause = waiting.map { " (a request waits to be sent again: \($0))" } ?? ""
    if items > 0 {
      let came = ShownText.count(items, "item")
      return "The \(bounds.secondsMax) seconds of a call were over after \(came)\(cause)"
    }
    return readsInner
      ? "The lists within the first items were not read within \(bounds.secondsMax) seconds"
        + "\(cause); leave out inner to have the items as they came"
      : "The API did not answer within \(bounds.secondsMax) seconds\(cause)"
  }

  /// Says why a walk has ended. `isContinued`: it went on from an earlier call, however long ago that was.
  static func sentence(
    _ summary: WalkSummary, _ plan: RequestPlan, verdict: Verdict, duplicates: Int,
    isContinued: Bool = false
  ) -> String {
    switch verdict {
    case .complete:
      guard let start = summary.start else {
        let unseen =
          summary.proof == .end || isContinued && summary.proof == .counts
          ? "; rows that moved in the meantime would not have been noticed" : ""
        return "All items were read: \(words(summary.endReason))\(unseen)."
      }
      let total = summary.snapshot.counts.objectCount.map { " of \($0) in all" } ?? ""
      return "The items\(total) from \(start.words) to the end were read; "
        + "those before it were not: \(words(summary.endReason))."
    case .capped:
      let more = inAll(summary.snapshot).map { "there are \($0)" } ?? "there may be more"
      return "Ended by \(words(summary.endReason)); \(more)."
    case .suspect:
      let suspicion = suspicion(summary, plan, duplicates: duplicates)
      return "The API gives no more, but items may be missing: \(suspicion)."
    case .partial, .failed:
      guard let failed = summary.snapshot.error else { return "Stopped early; there may be more." }
      return sentence(failed.error, page: failed.page, plan)
    }
  }

  /// The number of all items, where the API says it: `100,000 in all`.
  static func inAll(_ snapshot: SessionSnapshot) -> String? {
    snapshot.counts.objectCount.map { "\($0.withCommas) in all" }
  }

  private static func suspicion(
    _ summary: WalkSummary, _ plan: RequestPlan, duplicates: Int
  ) -> String {
    PlainText.escaped(summary.suspicion(duplicates: duplicates, method: plan.method, calling: name))
  }

  /// The warnings of a walk, except those that the preceding sentence already gives; empty if there
  /// are none.
  static func remark(_ snapshot: SessionSnapshot, after text: String) -> String {
    snapshot.warnings.reduce(into: "") { remark, warning in
      let sentence = PlainText.escaped(warning.sentence(calling: name))
      let said = ShownText.withoutPeriod(sentence)
      if !(text + remark).contains(said) { remark += " " + sentence }
    }
  }

  /// Says which page failed, and why.
  static func sentence(_ error: SessionError, page: Int?, _ plan: RequestPlan) -> String {
    (page.map { "Page \($0) failed: " } ?? "A page failed: ") + sentence(error, plan)
  }

  /// Says how the lists of many values ended.
  static func sentence(_ tally: SeriesTally, _ plan: RequestPlan, _ reason: EndReason?) -> String {
    var text = "\(tally.complete) of \(tally.items) lists are complete"
    for (count, name) in [
      (tally.gone, "gone (404 or 410)"), (tally.failed, "failed"), (tally.suspect, "suspect"),
      (tally.capped, "capped"),
    ] where count > 0 {
      text += ", \(count) \(name)"
    }
    text += reason == nil ? "." : "; ended by \(words(reason))."
    if let error = tally.error?.error { text += " The first failure: \(sentence(error, plan))" }
    if let summary = tally.doubtful {
      let why = suspicion(summary, plan, duplicates: summary.duplicates)
      text += " The first that is suspect: \(why)."
    }
    return text
  }

  private static func words(_ reason: EndReason?) -> String {
    switch reason?.cause {
    case .maximum(.bytesOfWalk, _)?: return "max_bytes reached"
    case .maximum(.secondsOfWalk, let seconds)?: return "max_seconds (\(seconds)) reached"
    case let cause?:
      return EndReason(cause, page: nil).kind.words(
        pagesMax: "the most pages that the profile allows", itemsMax: "max_items")
    case nil: return "no next page"
    }
  }
}
