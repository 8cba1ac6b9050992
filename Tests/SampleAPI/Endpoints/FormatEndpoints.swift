import DemoAPI
internal import JSON
import Text

/// Endpoints whose lists are no JSON texts.
enum FormatEndpoints {
  /// The members of an article that a table and records have.
  private static let names = ["id", "title", "published_at"]

  /// An article a line (NDJSON), with a `Link` header.
  static func lines(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange)
    var body: [UInt8] = []
    forEachArticle(exchange.items(page.listing)) { document, article in
      body += document.bytes[article.range]
      body.append(ASCII.lineFeed)
    }
    return Response(body: body).with("Content-Type", "application/x-ndjson")
      .with("Link", LinkEndpoints.field(of: page, exchange))
  }

  /// A table (RFC 4180) with a `Link` header: `id,title,published_at`, lines that end in CRLF.
  static func table(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange)
    var text = names.joined(separator: ",") + "\r\n"
    forEachArticle(exchange.items(page.listing)) { document, article in
      text += values(of: article, in: document).map(quoted).joined(separator: ",") + "\r\n"
    }
    return Response(body: Array(text.utf8)).with("Content-Type", "text/csv; charset=utf-8")
      .with("Link", LinkEndpoints.field(of: page, exchange))
  }

  /// `<articles total="250"><article id="1"><title>...</title>...</article><next>YWZ0</next>
  /// </articles>`, where the parameter `cursor` takes `next`, which the last page has empty.
  static func records(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["limit", "per_page"])
    let start = try exchange.start("cursor")
    let listing = try exchange.listing(start: start, size: size, by: .server)
    let total = exchange.options.statesTotals ? " total=\"\(listing.total)\"" : ""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<articles\(total)>"
    forEachArticle(exchange.items(listing)) { document, article in
      let values = values(of: article, in: document).map(escaped)
      text += "<article id=\"\(values[0])\">"
      for (name, value) in zip(names, values).dropFirst() { text += "<\(name)>\(value)</\(name)>" }
      text += "</article>"
    }
    text += listing.next.map { "<next>\(PositionToken.text($0))</next>" } ?? "<next/>"
    return Response(body: Array((text + "</articles>\n").utf8))
      .with("Content-Type", "application/xml; charset=utf-8")
  }

  private static func forEachArticle(
    _ items: [UInt8], _ body: (JSONDocument, JSONSlice) -> Void
  ) {
    guard let document = try? JSONDocument(items) else { return }
    for article in document.elements(of: document.root) { body(document, article) }
  }

  private static func values(of article: JSONSlice, in document: JSONDocument) -> [String] {
    names.map { name in
      document.member(name, of: article).map { document.string($0) ?? document.text($0) } ?? ""
    }
  }

  private static func quoted(_ field: String) -> String {
    let isPlain = field.utf8.allSatisfy { byte in
      byte != ASCII.quote && byte != ASCII.comma && byte != ASCII.lineFeed
    }
    return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
