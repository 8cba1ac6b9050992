import HTTP
import JSON
import Pagination
import Series
import Sessions
import Wire

/// The sentences of results: why there is no more, and what to do.
enum ToolWords {
  /// Characters of a body that are quoted.
  private static let quotedCharactersMax = 160

  /// Why a call failed, and what to do.
  static func sentence(_ error: SessionError, _ plan: RequestPlan) -> String {
    var text =
      switch error {
      case .originRefused(_, let origin):
        "Nothing was sent to \(origin): it is another origin than the API's, or its address is not "
          + "a public one. If that is right, ask for paginator mcp to be started with "
          + "--allow-origin \(origin)."
      case .httpStatus(_, let status, let seconds, _, _): advice(status, seconds)
      case .rateLimited(_, let status, let seconds):
        "The API's rate limit is used up (status \(status)); call again "
          + (seconds.map { "in \($0) seconds." } ?? "later.")
      case .checkpointRejected(let reason):
        "The cursor does not fit: \(reason). Begin again with the url."
      case .timedOut: "The API did not answer in time; call again."
      case .notRecorded: "The recording has no response left to this request."
      default: error.sentence(calling: name)
      }
    if let request = error.request, !text.contains(request.url) { text += " (\(request.url))" }
    if let body = error.body {
      let line = PlainText.firstLine(body, charactersMax: quotedCharactersMax)
      if !line.isEmpty { text += " The body begins: \(line)" }
    }
    if plan.leavesCredentials {
      text += " The profile's credentials were not sent, as this is another origin than its own."
    }
    return PlainText.escaped(masked(text, plan))
  }

  private static func advice(_ status: Int, _ seconds: Int?) -> String {
    let words = "The API answered with status \(status)"
    switch status {
    case 401, 403:
      return words + "; name a profile that has credentials for it, or ask for one."
    case 404, 410: return words + "; check the url."
    case 429, 503:
      return words + "; call again " + (seconds.map { "in \($0) seconds." } ?? "later.")
    case 500...: return words + "; call again later."
    default: return words + "; check the url and the parameters."
    }
  }

  /// What the settings of errors are for those who cannot set them.
  private static func name(_ setting: ErrorSetting) -> String { "\(setting.rawValue) of a profile" }

  /// The text without the secrets of a plan.
  private static func masked(_ text: String, _ plan: RequestPlan) -> String {
    let secrets = plan.settings.secrets + (plan.settings.credentials?.secrets ?? [])
    return Redactor(secrets: secrets).mask(text: text)
  }

  /// Why a walk has ended.
  static func sentence(
    _ summary: WalkSummary, _ plan: RequestPlan, verdict: Verdict, duplicates: Int
  ) -> String {
    switch verdict {
    case .complete: return complete(summary)
    case .capped:
      return "Ended by \(cap(summary.endReason)); there may be more."
    case .suspect:
      return PlainText.escaped(suspicion(summary, duplicates: duplicates))
    case .partial, .failed:
      guard let failed = summary.snapshot.error else { return "Broken off; there may be more." }
      let page = failed.page.map { "Page \($0) failed: " } ?? "A page failed: "
      return page + sentence(failed.error, plan)
    }
  }

  /// How the lists of many values ended.
  static func sentence(
    _ tally: SeriesTally, _ plan: RequestPlan, _ verdict: Verdict, _ reason: EndReason?
  ) -> String {
    var text = "\(tally.complete) of \(tally.items) lists are complete"
    for (count, name) in [
      (tally.gone, "gone (404 or 410)"), (tally.failed, "failed"), (tally.suspect, "suspect"),
      (tally.capped, "capped"),
    ] where count > 0 {
      text += ", \(count) \(name)"
    }
    if let reason { text += "; ended by \(cap(reason))" }
    text += "."
    if let error = tally.error?.error { text += " The first failure: \(sentence(error, plan))" }
    return text
  }

  private static func complete(_ summary: WalkSummary) -> String {
    switch summary.endReason?.kind {
    case .totalReached: "All items were read: their number is the API's count."
    case .moreFalse: "All items were read: the API reports no more."
    case .emptyPage: "All items were read: the next page is empty."
    case .shortPage: "All items were read: the last page has fewer than requested."
    case .pastEnd: "All items were read: the API refuses the page after the last one."
    default: "All items were read: the API leads to no further page."
    }
  }

  private static func cap(_ reason: EndReason?) -> String {
    switch reason?.kind {
    case .itemsMax: "max_items"
    case .pagesMax: "the most pages that the profile allows"
    default: "a limit"
    }
  }

  private static func suspicion(_ summary: WalkSummary, duplicates: Int) -> String {
    let begin = "The API gives no more, but items may be missing: "
    switch summary.endReason?.cause {
    case .repeatedRequest, .repeatedResponse, .repeatedItems:
      return begin + "a page repeats an earlier one."
    case .ceiling(let most): return begin + "it gives at most \(most) items."
    case .emptyPagesMax: return begin + "too many pages in a row were empty."
    default: break
    }
    if duplicates > 0 { return begin + "\(duplicates) came more than once." }
    if let warning = summary.snapshot.warnings.last?.message { return begin + warning }
    return begin + "its counts do not add up."
  }
}
