import JSON
import System

/// The demo's output: titles, messages cut to the width of the terminal, tables of items. Colours
/// only on a terminal.
struct DemoPage {
  private let hasColours = Terminal.hasColours(Terminal.output)
  private let columns = DemoPage.terminalColumns

  func title(_ text: String) { print("\n" + text.styled(.bold, hasColours)) }

  func say(_ text: String) { print(text.isEmpty ? "" : "  " + text) }

  /// One message, cut to one line.
  func message(_ arrow: String, _ text: String) {
    print("  " + "\(arrow) \(TextWidth.cut(text, to: columns - 4))".styled(.dim, hasColours))
  }

  /// The items of a page result.
  func table(_ result: JSONValue) {
    let items = result["items"]?.arrayValue ?? []
    let rows = items.map { item in
      [
        item["id"]?.integerValue.map(String.init) ?? "", item["title"]?.stringValue ?? "",
        item["author"]?["login"]?.stringValue ?? "",
        String((item["published_at"]?.stringValue ?? "").prefix(10)),
      ]
    }
    let header = ["id", "title", "author", "published"]
    let lines = AlignedColumns.lines([header] + rows).map(\.trimmedAtTheEnd)
    print("    " + lines[0].styled(.bold, hasColours))
    for line in lines.dropFirst() { print("    " + line) }
    if rows.isEmpty { print("    (no items)") }
  }

  /// Prints where the paginator is after a load.
  func position(_ state: JSONValue?) {
    guard let state, let current = state["currentPage"]?.integerValue else { return }
    let pages = state["pageCount"]?.integerValue.map { " of \($0)" } ?? ""
    let objects = state["objectCount"]?.integerValue.map { ", \($0) articles in all" } ?? ""
    var text = "page \(current)\(pages)\(objects)"
    if let kind = state["endReason"]?["kind"]?.stringValue { text += "; the end: \(kind)" }
    print("    " + text.styled(.green, hasColours))
  }

  func failure(_ error: JSONValue) {
    let code = error["code"]?.integerValue ?? 0
    let kind = error["data"]?["kind"]?.stringValue ?? ""
    let message = error["message"]?.stringValue ?? ""
    print("    " + "error \(code) \(kind): \(message)".styled(.red, hasColours))
  }

  /// The terminal's width; 100 without a terminal.
  private static var terminalColumns: Int {
    guard let columns = Descriptor.columns(Terminal.output), columns >= 40 else { return 100 }
    return min(columns, 200)
  }
}
