import Pagination
import Sessions
import Text
import Wire

/// The findings from the first two pages of a profile, as a table for people.
///
///     page  status  items  next
///        1     200     25  yes
///        2     200     25  yes
///
///     counts    250 items, 10 pages
///     end       not reached by two pages
///     identity  id: 50 items, none repeated
///     warnings  none
struct ProfileCheckSummary {
  let trial: ProfileCheck

  var text: String {
    var lines: [String] = []
    if !trial.pages.isEmpty {
      let rows = trial.pages.map { page in
        [
          String(page.page), String(page.facts.status), String(page.content.count),
          page.snapshot.hasNextPage.map { $0 ? "yes" : "no" } ?? "unknown",
        ]
      }
      let header = ["page", "status", "items", "next"]
      lines += AlignedColumns.lines([header] + rows, right: [0, 1, 2]) + [""]
    }
    lines += [
      "counts    \(counts)", "end       \(end)", "identity  \(identity)",
      "warnings  \(trial.snapshot.warnings.isEmpty ? "none" : "")",
    ].map { $0.trimmedAtTheEnd }
    lines += trial.snapshot.warnings.map { "  \($0.message)" }
    return lines.map { ShownText.harmless($0) + "\n" }.joined()
  }

  private var counts: String {
    let snapshot = trial.snapshot
    let parts =
      (snapshot.counts.objectCount.map { ["\($0) items"] } ?? [])
      + (snapshot.counts.pageCount.map { ["\($0) pages"] } ?? [])
    return parts.isEmpty ? "the API states none" : parts.joined(separator: ", ")
  }

  private var end: String {
    if trial.failure != nil { return "not known" }
    guard trial.snapshot.hasNextPage == false else { return "not reached by two pages" }
    guard let reason = trial.snapshot.endReason else { return "reached" }
    return reason.kind.rawValue
  }

  private var identity: String {
    guard let identities = trial.identities else {
      return "the profile does not say what identifies an item"
    }
    let repeated = identities.repeated == 0 ? "none repeated" : "\(identities.repeated) repeated"
    return "\(identities.paths.joined(separator: ", ")): \(identities.items) items, \(repeated)"
  }
}
