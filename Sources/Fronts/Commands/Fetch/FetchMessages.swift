import JSON
import Mapping
import Pagination
import Series
import Sessions
import Store
import System
import Text
import Wire

/// The sentences of `paginator fetch`: the only place where its failures get words.
struct FetchMessages {
  let secrets: Secrets
  /// The method of the requests.
  private let method: String
  /// The path of the resume file or table; the walk continues from there if it exists.
  private let continuing: String?
  /// The advice given if the API's ceiling ends a walk.
  private let ceilingAdvice: String

  init(_ request: APIRequest, continuing: String? = nil) {
    secrets = request.secrets
    method = request.settings.pager.template.method
    self.continuing = continuing
    ceilingAdvice =
      request.opening.slices == nil ? SliceOptions.advice(request.params.profile) : ""
  }

  /// Key paths without a column that are named.
  static let namesMax = 5

  /// Writes a sentence to standard error, in one line and without secrets.
  func tell(_ sentence: String) {
    let shown = ShownText.cut(secrets.shown(sentence), to: ShownText.sentenceCharactersMax)
    Terminal.complain("paginator: " + shown)
  }

  func sentence(_ error: FetchError) -> String {
    switch error {
    case .file(let path, .read, let error), .valuesUnreadable(let path, let error):
      "\(path) cannot be read: \(error.reason)"
    case .file(let path, .written, let error): "\(path) cannot be written: \(error.reason)"
    case .output(let error):
      "standard output cannot be written: \(error.reason)"
    case .readerGone: "the reader of standard output is gone"
    case .interrupted: "interrupted"
    case .outputInUse(let path): "\(path) is being written by another process"
    case .resume(let path, let problem): sentence(problem, path)
    case .store(let path, let error): error.sentence(path: path, calling: \.option)
    case .storedRunRejected(let path, let run, let reason):
      "\(path): run \(run) cannot be continued: \(reason); start again with --fresh"
    case .tooSparse(let format, let columns, let bytesMax):
      "the items of a page have so few of their \(columns) columns that they take more than "
        + "\(bytesMax) bytes as \(format); use --format ndjson, or --output "
        + "items.sqlite"
    case .values(let path, let error): "--each: " + error.sentence(path: path)
    case .commandLine(let sentence): sentence
    case .session(let error, let page):
      (page.map { "page \($0): " } ?? "") + sentence(error)
    }
  }

  /// Says that an earlier run has ended, and how many items it wrote.
  func sentence(_ end: EarlierEnd, items: Int) -> String {
    let written = ShownText.count(items, "item")
    let words = "has ended with verdict \(end.verdict.rawValue) and \(written)"
    guard let run = end.run else {
      return "\(end.path): this walk \(words); delete the file to start again"
    }
    return "\(end.path): run \(run) \(words), but was killed before it said so; the same command "
      + "now starts a new run"
  }

  private func sentence(_ problem: FetchError.ResumeProblem, _ path: String) -> String {
    switch problem {
    case .damaged:
      "\(path) is not a complete resume file; nothing was changed; delete it to start again"
    case .otherVersion: "\(path) is a resume file of another version; delete it to start again"
    case .otherFormat(let format):
      "\(path) was made with --format \(format); use that, or another resume file"
    case .otherItems:
      "\(path) was made with another choice or mapping of the items' members "
        + "(--fields, --map and the like); use that, or another resume file"
    case .otherKindOfOutput:
      "\(path) was made with another kind of output; use the same --output as before, or another resume file"
    case .outputChanged(let output, let hasBookmark):
      "\(output) does not match the resume file; "
        + (hasBookmark
          ? "name a new file with --output, for the items after the bookmark"
          : "delete the resume file to start again")
    case .tooLarge(let maximum): "\(path) has more than \(maximum) bytes: it is not a resume file"
    case .otherRequest(let reason):
      "\(path) does not belong to this request: \(reason); use another resume file"
    }
  }

  /// The error's sentence with the settings called as they are on the command line.
  private func sentence(_ error: SessionError) -> String {
    var text = ShownText.withoutPeriod(FetchMessages.plain(error))
    if let request = error.request, !text.contains(request.url) {
      text += " (\(request.method) \(request.url))"
    }
    return text
  }

  /// `URL: sentence`, of an error that ended one of many lists.
  func sentenceAfterURL(_ error: SessionError) -> String {
    after(error.request?.url, FetchMessages.plain(error))
  }

  /// `URL: why items may be missing`, of one of many lists.
  func suspicionAfterURL(_ summary: WalkSummary) -> String {
    after(summary.snapshot.request.url, suspicion(summary, duplicates: summary.duplicates))
  }

  private func after(_ url: String?, _ text: String) -> String {
    (url.map { text.contains($0) ? "" : $0 + ": " } ?? "") + ShownText.withoutPeriod(text)
  }

  private func suspicion(_ summary: WalkSummary, duplicates: Int) -> String {
    summary.suspicion(duplicates: duplicates, method: method, calling: \.option)
  }

  /// The error's own sentence; where that leads to the data of a response, what the data say.
  private static func plain(_ error: SessionError) -> String {
    switch error {
    case .httpStatus(_, 401, _, _, _):
      error.sentence() + " Give \(ErrorSetting.credentials.option), or check the ones given."
    case .originRefused(_, let origin):
      error.sentence { $0 == .allowedOrigins ? "\($0.option) \(origin)" : $0.option }
    case .mappingFailed(let issues):
      "Items do not fit the strict mapping" + (issues.first.map(words) ?? "")
    case .itemsNotFound(_, _, let descriptors, _) where !descriptors.isEmpty:
      "No response descriptor accepts the response: " + words(descriptors)
    default: error.sentence(calling: \.option)
    }
  }

  private static func words(_ issue: JSONValue) -> String {
    let item = issue["item"]?.integerValue ?? 0
    let texts = ["path", "expected", "found"].map { issue[$0]?.stringValue ?? "" }
    return ": item \(item) of the page has \(texts[2]) at \(texts[0]), not \(texts[1])"
  }

  private static func words(_ mismatches: [DescriptorMismatch]) -> String {
    mismatches.prefix(namesMax).map { mismatch in
      let refused = [
        (mismatch.path, "pathPattern"), (mismatch.method, "methods"),
        (mismatch.status, "statusCodes"),
      ].filter { !$0.0 }.map(\.1)
      return "\(refused.joined(separator: " and ")) of number \(mismatch.index)"
    }.joined(separator: ", ") + (mismatches.count == 1 ? " does" : " do") + " not fit it"
  }

  /// The last line of a run over one list:
  /// `250 items in 10 pages, complete: total reached, proof counts`.
  func line(
    _ summary: WalkSummary, _ verdict: Verdict, _ delivered: RunCounts, of slices: SliceCounts?
  ) -> String {
    let recovered = summary.snapshot.warnings.lazy.compactMap { warning in
      if case .recovered(let items) = warning { ", \(items) of them after going back" } else { nil }
    }.first
    let parts = slices.map { " of " + ShownText.count($0.count, "slice") } ?? ""
    let reasons = summary.endReason.map { [words($0)] } ?? []
    return line(summary, verdict, delivered, parts: (recovered ?? "") + parts, reasons: reasons)
  }

  /// `250 items of 2 values in 10 pages, partial: 1 value failed`. `parts`: what the items are of.
  func line(
    _ summary: WalkSummary, _ verdict: Verdict, _ delivered: RunCounts, parts: String,
    reasons: [String]
  ) -> String {
    let items = ShownText.count(delivered.items, "item")
    let pages = ShownText.count(delivered.pages, "page")
    let why = reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", ")
    let proof = (verdict == .complete ? summary.proof : nil).map(words) ?? ""
    let (from, total) = summary.origin
    return "\(from)\(items)\(total)\(parts) in \(pages), \(verdict.rawValue)\(why)\(proof)"
  }

  /// The proof, and where it is the weakest one, what it does not see.
  private func words(_ proof: WalkProof) -> String {
    ", proof \(proof.rawValue)"
      + (proof == .end ? " (rows that moved would not have been noticed: --exact)" : "")
  }

  /// Says why a walk has ended, including what was tried in vain.
  private func words(_ reason: EndReason) -> String {
    guard let evidence = reason.evidence, evidence.path == EndReason.triedPath,
      let tried = evidence.value.arrayValue?.compactMap(\.stringValue), let last = tried.last
    else { return words(reason.kind) }
    let others = tried.dropLast().joined(separator: ", ")
    return "\(others) and \(last) change nothing"
  }

  func words(_ kind: EndReason.Kind) -> String {
    kind.words(pagesMax: "--max-pages", itemsMax: "--max-items")
  }

  /// Returns the sentence about the end of a walk; nil if there is nothing to say.
  func sentence(_ summary: WalkSummary, _ verdict: Verdict, _ delivered: RunCounts) -> String? {
    switch verdict {
    case .complete, .capped: return nil
    case .suspect:
      let suspicion = suspicion(summary, duplicates: delivered.duplicates)
      let advice = summary.endReason?.kind == .ceiling ? ceilingAdvice : ""
      return "suspect: \(suspicion)\(advice); \(summary.origin.from)" + written(delivered)
    case .partial, .failed:
      let why = summary.snapshot.error.map { sentence(.session($0.error, page: $0.page)) }
      return (why ?? "the walk stopped early") + goingOn(delivered)
    }
  }

  /// Says how much there is of a walk that broke off, and how it continues.
  func goingOn(_ delivered: RunCounts) -> String {
    guard delivered.pages > 0 else { return "" }
    let continues = continuing.map(File.isThere) == true
    return "; " + written(delivered)
      + (continues ? ", and the same command continues from there" : "")
  }

  private func written(_ delivered: RunCounts) -> String {
    "\(ShownText.count(delivered.items, "item")) \(delivered.items == 1 ? "was" : "were") written"
  }

  /// Returns what the user should know although every page was good; nil if there is nothing.
  func remark(_ summary: WalkSummary) -> String? {
    if let start = summary.start {
      return "the walk began at \(start.words); items before it were not read"
    }
    let kinds: [PageWarning.Kind] = [.perPageNotSent, .severalLists, .restarted, .nothingMapped]
    return summary.snapshot.warnings.last { kinds.contains($0.kind) }
      .map { ShownText.withoutPeriod($0.sentence(calling: \.option)) }
  }

  /// Returns the sentence about values that did not fit the mapping; nil if all did.
  func sentence(_ issues: MappingIssues) -> String? {
    guard let first = issues.first else { return nil }
    return ShownText.count(issues.count, "value")
      + " did not fit the mapping and \(issues.count == 1 ? "was" : "were") omitted, "
      + "the first in item \(first.item) at \(first.path): "
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
