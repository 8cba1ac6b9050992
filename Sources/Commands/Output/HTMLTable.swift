/// Writes rows as a page for the browser that needs nothing else: a table that a click on a column
/// sorts. Everything that came from outside is escaped, and the page may load nothing.
struct HTMLTable {
  private let title: String

  init(title: String) {
    self.title = title
  }

  func append(header names: [String], to bytes: inout [UInt8]) {
    let cells = names.map { "<th scope=\"col\"><button>\(HTMLTable.escaped($0))</button></th>" }
    bytes += Array((HTMLTable.head(title) + "<table>\n<thead><tr>").utf8)
    bytes += Array((cells.joined() + "</tr></thead>\n<tbody>\n").utf8)
  }

  /// Appends a row; `cells` are its non-empty cells, in the order of the columns.
  func append(_ cells: [TextCell], columns: Int, to bytes: inout [UInt8]) {
    var row = "<tr>"
    var next = 0
    for cell in cells where !cell.text.isEmpty {
      row += HTMLTable.empty(cell.column - next)
      row += "<td>\(HTMLTable.link(to: cell.text) ?? HTMLTable.escaped(cell.text))</td>"
      next = cell.column + 1
    }
    bytes += Array((row + HTMLTable.empty(columns - next) + "</tr>\n").utf8)
  }

  /// Empty cells: a few are written one by one, many as one cell that spans them.
  private static func empty(_ count: Int) -> String {
    count > plainMax
      ? "<td colspan=\"\(count)\"></td>" : String(repeating: "<td></td>", count: max(0, count))
  }

  private static let plainMax = 3

  /// What makes a page with a table whole.
  static let tail = "</tbody>\n</table>\n</main>\n</body>\n</html>\n"

  /// The whole page where there are no items.
  var empty: String { HTMLTable.head(title) + "<p>No items.</p>\n</main>\n</body>\n</html>\n" }

  /// A text that means itself anywhere in HTML, in quotes too.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\0", "\u{B}", "\u{C}", "\u{1}"..."\u{8}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A link where a cell is a URL of the web and nothing else.
  private static func link(to text: String) -> String? {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"),
      !text.contains(where: \.isWhitespace)
    else { return nil }
    let escaped = escaped(text)
    return "<a href=\"\(escaped)\" rel=\"noopener noreferrer\">\(escaped)</a>"
  }

  private static func head(_ title: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'sha256-\(styleDigest)'; script-src 'sha256-\(scriptDigest)'">
    <title>\(escaped(title))</title>
    <style>\(style)</style>
    <script>\(script)</script>
    </head>
    <body>
    <main>
    <h1>\(escaped(title))</h1>

    """
  }

  static let style = """
    :root{color-scheme:light dark;font:14px/1.4 system-ui,sans-serif}body{margin:1.5rem}\
    h1{font-size:1rem;font-weight:600;overflow-wrap:anywhere}table{border-collapse:collapse}\
    th,td{border-bottom:1px solid #8884;padding:.3rem .8rem .3rem 0;text-align:left;\
    vertical-align:top;max-width:32rem;overflow-wrap:anywhere}th{position:sticky;top:0;\
    background:Canvas}button{all:unset;display:block;width:100%;cursor:pointer;font-weight:600;\
    white-space:nowrap}button:focus-visible{outline:2px solid}\
    [aria-sort=ascending] button::after{content:" \\25b2"}\
    [aria-sort=descending] button::after{content:" \\25bc"}
    """

  /// Sorts by numbers where both cells are numbers, else by the reader's language; empty cells
  /// come last.
  static let script = """
    document.addEventListener("click",e=>{const b=e.target.closest("th button");if(!b)return;\
    const h=b.parentNode,r=h.parentNode,n=[...r.children].indexOf(h),\
    d=h.getAttribute("aria-sort")==="ascending"?-1:1,t=h.closest("table").tBodies[0],\
    c=new Intl.Collator(undefined,{numeric:true}),\
    k=x=>{let i=n;for(const y of x.children)if((i-=y.colSpan)<0)return y.textContent;return""};\
    for(const o of r.children)o.removeAttribute("aria-sort");\
    h.setAttribute("aria-sort",d>0?"ascending":"descending");\
    const a=[...t.rows].map(x=>[k(x),x]);a.sort(([p],[q])=>{if(p===q)return 0;\
    if(p==="")return 1;if(q==="")return -1;const u=+p,v=+q;\
    return d*(isNaN(u)||isNaN(v)?c.compare(p,q):u-v)});\
    t.append(...a.map(x=>x[1]))});
    """

  /// SHA-256 in Base64 of the two texts above, by which the page's policy lets them in.
  private static let styleDigest = "ueh7zZwldfxD9tKw/GJsp7rxQ+qTKPGaNjIAYb8VmL4="
  private static let scriptDigest = "uNowWa5zwsdyk2i7A4e57zh1vwSTZd7nL5mDdODtdwo="
}
