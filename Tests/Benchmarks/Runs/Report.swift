/// The table and what there is to say about it.
struct Report {
  private var lines: [[String]] = []
  /// The same for protocol/speed.md.
  private var pageLines: [[String]] = []
  private var notes: [String] = []
  private var missedCount = 0
  private var metCount = 0
  private let machine: String
  /// When and where it was measured.
  let source: String

  init(_ bench: Bench) {
    let facts = MachineFacts.current
    source = "\(facts.date), \(facts.system), \(facts.processorCount) processors"
    machine =
      "\(source), load \(facts.load) at the start; "
      + "server \(bench.tools.paginator)"
      + (bench.options.isQuick ? "; --quick: few rounds, rough numbers" : "")
  }

  /// Adds what a benchmark found out.
  mutating func add(_ benchmark: Benchmark, _ outcome: Benchmark.Outcome) {
    for row in outcome.rows where !row.lacksPeer {
      guard !row.ours.median.isNaN else {
        note("\(benchmark.name): \(row.what): not measured, because there is no /proc")
        continue
      }
      lines.append(row.cells(benchmark.name))
      pageLines.append(row.pageCells)
      if let isMet = row.isMet {
        metCount += isMet ? 1 : 0
        missedCount += isMet ? 0 : 1
      }
    }
    for note in outcome.notes { self.note("\(benchmark.name): \(note)") }
  }

  mutating func note(_ text: String) {
    notes.append(text)
  }

  /// The table for a terminal.
  var text: String {
    let table = [Row.header] + lines
    let widths = Row.header.indices.map { column in
      table.map { $0[column].count }.max() ?? 0
    }
    var text = machine + "\n\n"
    for line in table {
      let padded = zip(line, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      text += trimmed(padded.joined(separator: "  ")) + "\n"
    }
    return text + "\n" + conclusion
  }

  /// The table of protocol/speed.md.
  var markdown: String {
    var text = "Medians of the rounds, measured on \(source); a ratio above 1 is better than the "
    text += "peer.\n\n"
    text += markdownLine(Row.pageHeader)
    text += markdownLine(Row.pageHeader.map { _ in "---" })
    for line in pageLines { text += markdownLine(line) }
    return text
  }

  private var conclusion: String {
    var text = "Medians of the rounds; best: of all rounds; ratio: the median of Paginator's "
    text += "measure / the peer's in the same round. "
    text += "Goals met: \(metCount), missed: \(missedCount).\n"
    for note in notes { text += "- \(note)\n" }
    return text
  }

  private func markdownLine(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  private func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
