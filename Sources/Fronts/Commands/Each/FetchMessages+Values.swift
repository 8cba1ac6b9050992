import Pagination
import Sessions
import Store
import Text

extension FetchMessages {
  /// The last line of a run over many lists:
  /// `412 items of 2 values in 9 pages, partial: 1 value failed (URL: ...)`.
  func line(
    _ summary: WalkSummary, _ verdict: Verdict, _ delivered: RunCounts, of tally: SeriesTally,
    _ problem: ItemProblem?
  ) -> String {
    var reasons: [String] = []
    if let kind = summary.endReason?.kind { reasons.append(words(kind)) }
    if tally.failed > 0 {
      let error = tally.error.map { " (\(sentenceAfterURL($0.error)))" } ?? ""
      reasons.append("\(ShownText.count(tally.failed, "value")) failed\(error)")
    }
    if let problem { reasons.append(problem.words) }
    let doubt = tally.doubtful.map { " (\(suspicionAfterURL($0)))" } ?? ""
    for (count, name) in [
      (tally.suspect, "suspect" + doubt), (tally.capped, "capped"), (tally.gone, "gone"),
    ]
    where count > 0 {
      reasons.append("\(ShownText.count(count, "value")) \(count == 1 ? "is" : "are") \(name)")
    }
    let parts = " of " + ShownText.count(tally.items, "value")
    return line(summary, verdict, delivered, parts: parts, reasons: reasons)
  }
}
