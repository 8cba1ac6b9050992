import JSON
import Mapping
import Pagination
import Server
import Sessions

/// The sentences of `paginator fetch`: the only place where its failures get words.
struct FetchWords {
  let secrets: FetchSecrets
  /// There is a resume file.
  let canGoOn: Bool

  /// Characters of an answer's body that are quoted.
  static let quotedCharactersMax = 160
  /// Key paths without a column that are named.
  static let namesMax = 5

  /// Writes a sentence to standard error, in one line and without secrets.
  func tell(_ sentence: String) {
    Terminal.complain("paginator: " + secrets.shown(sentence))
  }

  func sentence(_ error: FetchError) -> String {
    switch error {
    case .file(let path, let problem, let number):
      "\(path) cannot be \(problem == .read ? "read" : "written"): \(FetchSystem.message(number))"
    case .output(let number):
      "standard output cannot be written: \(FetchSystem.message(number))"
    case .readerGone: "the reader of standard output has gone"
    case .interrupted: "interrupted"
    case .outputInUse(let path): "\(path) is being written by another process"
    case .resume(let path, let problem): sentence(problem, path)
    case .session(let error, let page):
      (page.map { "page \($0): " } ?? "") + sentence(error)
    }
  }

  private func sentence(_ problem: FetchError.ResumeProblem, _ path: String) -> String {
    switch problem {
    case .damaged:
      "\(path) is no whole resume file, so nothing was touched; delete it to start anew"
    case .otherVersion: "\(path) is a resume file of another version; delete it to start anew"
    case .otherFormat(let format):
      "\(path) was made with --format \(format); use that, or another resume file"
    case .otherKindOfOutput:
      "\(path) was made with another kind of output; use --output as then, or another resume file"
    case .outputChanged(let output):
      "\(output) does not hold what the resume file says that was written there; "
        + "delete the resume file to start anew"
    case .tooLarge(let maximum): "\(path) has more than \(maximum) bytes: it is no resume file"
    case .otherRequest(let reason):
      "\(path) does not belong to this request: \(reason); use another resume file"
    }
  }

  /// The error's sentence with the settings called as they are on the command line.
  private func sentence(_ error: SessionError) -> String {
    var text = error.sentence
    switch error {
    case .itemsNotFound: text = text.replacing("itemsPath", with: "--items")
    case .timedOut, .tlsFailed, .responseTooLarge, .originRefused, .rateLimited:
      let names = [
        "timeoutSeconds", "caFile", "responseBytesMax", "allowedOrigins", "retryWaitSecondsMax",
      ]
      for name in names {
        text = text.replacing("fetching.\(name)", with: "fetching.\(name) in an --open file")
      }
    case .httpStatus(_, _, _, let body, _) where !body.isEmpty:
      let quoted = secrets.shown(body)
      let isCut = quoted.count > FetchWords.quotedCharactersMax
      text += " " + quoted.prefix(FetchWords.quotedCharactersMax) + (isCut ? "..." : "")
    default: break
    }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// What is said of the end of a walk; nil: nothing.
  func sentence(_ summary: WalkSummary, _ verdict: Verdict, _ resume: FetchResume) -> String? {
    switch verdict {
    case .complete, .capped: return nil
    case .suspect:
      return "suspect: \(suspicion(summary, duplicates: resume.duplicates)); "
        + "\(resume.items) items were written"
    case .partial, .failed:
      let why = summary.snapshot.error.map { sentence(.session($0.error, page: $0.page)) }
      return (why ?? "the walk broke off") + goingOn(resume)
    }
  }

  /// How much there is of a walk that broke off, and how it goes on.
  func goingOn(_ resume: FetchResume) -> String {
    guard resume.pages > 0 else { return "" }
    return "; \(resume.items) items were written"
      + (canGoOn ? ", and the same command goes on from there" : "")
  }

  private func suspicion(_ summary: WalkSummary, duplicates: Int) -> String {
    let page = summary.endReason?.page.map { "page \($0)" } ?? "a page"
    switch summary.endReason?.kind {
    case .repeatedRequest, .repeatedResponse, .repeatedItems:
      return "\(page) repeats an earlier one, so the walk ended there"
    case .ceiling:
      let value = summary.endReason?.evidence["value"]?.integerValue
      return "the API gives at most \(value.map(String.init) ?? "so many") items"
    case .emptyPage where summary.endReason?.evidence["field"] == "limits.emptyPagesMax":
      return "too many empty pages in a row"
    default: break
    }
    if duplicates > 0 { return "\(duplicates) items came more than once" }
    let warnings = summary.snapshot.warnings.compactMap { $0["message"]?.stringValue }
    if let warning = warnings.last {
      return warning.hasSuffix(".") ? String(warning.dropLast()) : warning
    }
    if let count = summary.snapshot.objectCount { return "the API counts \(count) items" }
    return "the pages do not add up"
  }

  /// What is said of values for which the table has no column; nil: there were none.
  func leftOut(_ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let most = names.count >= ItemsTable.leftOutMax ? "\(names.count) or more" : "\(names.count)"
    let shown = names.prefix(FetchWords.namesMax).joined(separator: ", ")
    let rest = names.count > FetchWords.namesMax ? ", ..." : ""
    let columns = names.count == 1 ? "column was" : "columns were"
    return "\(most) \(columns) not there on the first page, and left out: \(shown)\(rest)"
  }

  /// What is said of values that did not fit the mapping; nil: all did.
  func sentence(_ issues: MappingIssues) -> String? {
    guard let first = issues.first else { return nil }
    return "\(issues.count) \(issues.count == 1 ? "value" : "values") did not fit the mapping and "
      + "were left out, the first in item \(first.item) at \(first.path): "
      + "expected \(first.expected), found \(first.found)"
  }

  /// Values that did not fit the mapping.
  struct MappingIssues {
    private(set) var count = 0
    private(set) var first: (item: Int, path: String, expected: String, found: String)?

    /// `firstItem`: how many items were written before this page's.
    mutating func add(_ content: PageContent, firstItem: Int) {
      guard let issue = content.issues.first else { return }
      count += content.issues.count + (content.mapped?.issuesOmitted ?? 0)
      if first == nil {
        first = (firstItem + issue.item, issue.path, issue.expected, issue.found)
      }
    }
  }
}
