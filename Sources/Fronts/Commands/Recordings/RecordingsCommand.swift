import JSON
import Recording
import Text

extension Command {
  /// `paginator recordings`: what pages in a recording, and how to walk through it.
  static let recordings = Command(
    name: "recordings",
    summary: "List the paged lists in a recording, and the commands that walk through them",
    operand: .init(
      name: "FILE", kind: .file, isRequired: true,
      help: "A HAR file, of paginator or of a browser's network panel"),
    groups: [OptionGroup("Output", [.json])],
    notes: [
      "Each list is walked through as far as the recording has it. The commands take every response "
        + "from the file; without --replay they query the API itself, which may need a token.",
      "Credentials in URLs and bodies are shown as ***, which a recording takes for any text.",
    ],
    exits: [
      (0, "read", "the lists are written, if there are any"),
      (2, "usage", "the command line or the file cannot be used"),
    ],
    examples: [("What did the browser load?", "paginator recordings site.har")]
  ) { arguments throws(UsageError) in
    let path = arguments.operand ?? ""
    let contents = try mapError(UsageError.recording, Playback(path: path))
    if let loss = contents.facts.loss { Terminal.complain("paginator: " + loss) }
    let summary = RecordingsSummary(lists: RecordedLists(contents).lists, facts: contents.facts)
    Terminal.show(arguments.isSet(.json) ? summary.json : summary.text)
    return ExitCode.success
  }
}

/// The output of `paginator recordings`.
///
///     PAGES  STRATEGY  REQUEST
///         3  page      GET https://api.example.com/articles?page=1
///            paginator fetch 'https://api.example.com/articles?page=1' --replay site.har
struct RecordingsSummary {
  let lists: [RecordedList]
  let facts: Replayer.Facts

  var text: String {
    let path = ShownText.harmless(facts.path)
    let entries = facts.entries == 1 ? "1 entry" : "\(facts.entries) entries"
    let ignored = facts.ignored == 0 ? "" : ", \(facts.ignored) of them not for http or https"
    guard !lists.isEmpty else { return "\(path): \(entries)\(ignored). Nothing pages.\n" }
    let cells = lists.map { list in
      [
        "\(list.pages)\(list.isWhole ? "" : "+")", list.strategy,
        ShownText.harmless("\(list.exchange.method) \(list.shownURL)"),
      ]
    }
    let header = ["PAGES", "STRATEGY", "REQUEST"]
    let table = AlignedColumns.lines([header] + cells, right: [0])
    let margin = String(repeating: " ", count: ([header] + cells).map { $0[0].count }.max() ?? 0)
    var lines = ["\(path): \(entries)\(ignored)", "", table[0]]
    for (line, list) in zip(table.dropFirst(), self.lists) {
      lines += [line, margin + "  " + RecordedCommand.line(list, path: facts.path)]
    }
    if self.lists.contains(where: { !$0.isWhole }) {
      lines += ["", "+ The list continues after what was recorded."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: String {
    let value: JSONValue = [
      "entries": .integer(facts.entries), "ignored": .integer(facts.ignored),
      "lists": .array(
        lists.map { list in
          [
            "method": .string(list.exchange.method), "url": .string(list.shownURL),
            "pages": .integer(list.pages), "strategy": .string(list.strategy),
            "command": .string(RecordedCommand.line(list, path: facts.path)),
          ]
        }),
    ]
    return value.text + "\n"
  }
}
