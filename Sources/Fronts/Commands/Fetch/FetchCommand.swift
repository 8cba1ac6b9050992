import HTTP
import System

extension Command {
  /// `paginator fetch`: walks through an API to its end and writes the items.
  static let fetch = Command(
    name: "fetch",
    summary: "Walk through an API to its end and write the items",
    operand: .url,
    groups: [
      .request,
      OptionGroup(
        "Paging",
        [
          .profile, .profileFiles, .pagination, .perPage, .decode, .items, .identity, .fields, .map,
          .pagesMax, .itemsMax, .concurrency, .exact, .passes, .expired,
          .noItems, .inner, .open,
        ]),
      .each, .slices,
      OptionGroup(
        "Output", [.format, .output, .keepFormulas, .resume, .summary, .quiet, .verbose]),
      .store, .recording,
    ],
    notes: [
      "{env:NAME} in headers, parameters, --data, --token, --auth, --user and --proxy is replaced "
        + "from the environment, so that no secret has to be on the command line.",
      "csv and tsv flatten nested objects by key path (user.name), have the columns of the first "
        + "page with items, hold arrays as JSON text, and end lines with a line feed. A text that a "
        + "spreadsheet would run as a formula gets a ' in front of it. Without "
        + "--output, --resume may write a page twice if a crash interrupts it.",
      "table is for people: its columns are as wide as the first page with items needs, and cut "
        + "to the width of the terminal. html is one self-contained page; a click on a "
        + "column sorts by it.",
      "Into SQLite, a page, the run's record and where to continue are one transaction: the same "
        + "command continues after a crash, and no item is lost or stored twice. The tables "
        + "paginator_runs and paginator_columns describe the runs and the columns, paginator_parts "
        + "the lists of --each.",
      "With --each, a value whose list answers 404 or 410 counts as gone, not as failed; any other "
        + "failure affects only its own list (exit code 5). The last line counts the values.",
      "With --past-ceiling, a range with more items than the API gives is halved until each part "
        + "fits, and no item comes twice. The items that came are compared with the total of the "
        + "whole range.",
      RecordingChoice.note,
    ],
    exits: [
      (0, "complete", "all items were written, and the API agrees that these are all"),
      (
        1, "failed", "nothing came, or the output or the resume file cannot be written or used"
      ),
      (2, "usage", "the command line cannot be used"),
      (3, "capped", "--max-pages, --max-items or limits in --open ended it"),
      (4, "suspect", "duplicates, a loop, a ceiling, or counts that do not add up"),
      (5, "partial", "a page failed after others were written"),
      (130, "interrupted", "by Ctrl-C, SIGTERM or SIGHUP: whole pages were kept"),
      (141, "reader gone", "standard output was closed, as by | head; no message is written"),
    ],
    examples: [
      (
        "All issues of a repository, one JSON object per line",
        "paginator fetch https://api.github.com/repos/swiftlang/swift/issues -p github"
      ),
      (
        "A spreadsheet of the first 100 items, with a token from the environment",
        "paginator fetch URL -H 'Authorization: Bearer {env:TOKEN}' --max-items 100 -f csv"
      ),
      (
        "Into a file, to be continued by the same command after a failure",
        "paginator fetch URL -o items.ndjson --resume items.resume"
      ),
      (
        "Into SQLite, only what has changed since the last run",
        "paginator fetch URL -o items.sqlite --identity id --bookmark updated_at "
          + "--param 'since={bookmark:1970-01-01T00:00:00Z}'"
      ),
      (
        "A list for each item of another list",
        "paginator fetch \"$API/users\" | paginator fetch \"$API/users/{item.id}/orders\" --each - "
          + "--keep id"
      ),
    ]
  ) { arguments throws(UsageError) in
    let options = try FetchOptions(arguments)
    let connections = CurlLimits().connectionsPerHostMax
    let network = try Network(
      arguments,
      limits: CurlLimits(connectionsPerHostMax: max(connections, options.concurrency ?? 0)))
    network.warmUp()
    let run = try FetchRun(options, network)
    try network.begin()
    let code = try run.run()
    network.finish()
    // Nothing is left to be done then, and transfers that still run are not waited for.
    Process.exitNow(code)
  }
}
