import Pagination
import Series
import Sessions
import Text

/// The last line of a run over many lists:
/// `412 items of 2 values in 9 pages, partial: 1 value failed (URL: ...)`.
struct ValuesSentence {
  let summary: WalkSummary
  let tally: SeriesTally
  let problem: ItemProblem?

  func line(_ verdict: Verdict, _ delivered: Delivered, _ words: FetchMessages) -> String {
    var reasons: [String] = []
    if let kind = summary.endReason?.kind { reasons.append(words.words(kind)) }
    if tally.failed > 0 {
      let error = tally.error.map { " (\(words.sentenceAfterURL($0.error)))" } ?? ""
      reasons.append("\(ShownText.count(tally.failed, "value")) failed\(error)")
    }
    if let problem { reasons.append(problem.words) }
    let doubt = tally.doubtful.map { " (\(words.suspicionAfterURL($0)))" } ?? ""
    for (count, name) in [
      (tally.suspect, "suspect" + doubt), (tally.capped, "capped"), (tally.gone, "gone"),
    ]
    where count > 0 {
      reasons.append("\(ShownText.count(count, "value")) \(count == 1 ? "is" : "are") \(name)")
    }
    let parts = " of " + ShownText.count(tally.items, "value")
    return words.line(summary, verdict, delivered, parts, reasons)
  }
}
