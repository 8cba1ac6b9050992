import JSON

/// Writes rows as a page for the browser that needs nothing else: a table that a click on a column
/// sorts, and a box that filters it. Everything that came from outside is escaped, and the page may load nothing.
struct HTMLTable {
  let title: String

  func append(header names: [String], to bytes: inout [UInt8]) {
    let cells = names.map { "<th scope=\"col\"><button>\(HTMLTable.escaped($0))</button></th>" }
    bytes += Array((HTMLTable.head(title) + "<table>\n<thead><tr>").utf8)
    bytes += Array((cells.joined() + "</tr></thead>\n<tbody>\n").utf8)
  }

  /// Appends a row. `filled`: the columns of the cells that are there.
  func append(
    _ cells: [JSONSlice], _ filled: [Int], of document: JSONDocument, to bytes: inout [UInt8]
  ) {
    bytes += "<tr>".utf8
    var next = 0
    for column in filled.sorted() {
      document.withShown(cells[column]) { text in
        guard !text.isEmpty else { return }
        bytes += HTMLTable.empty(column - next).utf8
        bytes += "<td>".utf8
        HTMLTable.append(cell: text, to: &bytes)
        bytes += "</td>".utf8
        next = column + 1
      }
    }
    bytes += HTMLTable.empty(cells.count - next).utf8
    bytes += "</tr>\n".utf8
  }

  /// Empty cells: a few are written one by one, many as one cell that spans them.
  private static func empty(_ count: Int) -> String {
    count > plainMax
      ? "<td colspan=\"\(count)\"></td>" : String(repeating: "<td></td>", count: max(0, count))
  }

  private static let plainMax = 3

  /// The text that completes a page with a table.
  static let tail = "</tbody>\n</table>\n</main>\n</body>\n</html>\n"

  /// The whole page where there are no items.
  var empty: String { HTMLTable.head(title) + "<p>No items.</p>\n</main>\n</body>\n</html>\n" }

  /// A text that means itself anywhere in HTML, in quotes too.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(escaped: Array(text.utf8)[...], to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the same as it is read from a document, without a copy, as it may be large.
  private static func append(escaped text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var written = text.startIndex
    var index = written
    func replace(_ count: Int, by reference: StaticString) {
      bytes += text[written..<index]
      reference.withUTF8Buffer { bytes.append(contentsOf: $0) }
      written = index + count
    }
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "&"): replace(1, by: "&amp;")
      case UInt8(ascii: "<"): replace(1, by: "&lt;")
      case UInt8(ascii: ">"): replace(1, by: "&gt;")
      case UInt8(ascii: "\""): replace(1, by: "&quot;")
      case UInt8(ascii: "'"): replace(1, by: "&#39;")
      case 0x09, 0x0A, 0x0D: break
      case 0..<0x20, 0x7F: replace(1, by: "\u{FFFD}")
      // U+0080 to U+009F.
      case 0xC2 where index + 1 < text.endIndex && text[index + 1] < 0xA0:
        replace(2, by: "\u{FFFD}")
        index += 1
      default: break
      }
      index += 1
    }
    bytes += text[written...]
  }

  /// A longer URL is no link.
  private static let linkBytesMax = 8_192

  /// Appends a text, as a link where it is a URL of the web and nothing else.
  private static func append(cell text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    guard text.starts(with: "https://".utf8) || text.starts(with: "http://".utf8),
      text.count <= linkBytesMax,
      !String(decoding: text, as: UTF8.self).contains(where: \.isWhitespace)
    else { return append(escaped: text, to: &bytes) }
    bytes += "<a href=\"".utf8
    append(escaped: text, to: &bytes)
    bytes += "\" rel=\"noopener noreferrer\">".utf8
    append(escaped: text, to: &bytes)
    bytes += "</a>".utf8
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

  /// The style sheet. If scripts run, rows are grids with the widths that the table had: a browser
  /// then lays out only those in view, and sorting moves all others at no cost.
  static let style = """
    :root{color-scheme:light dark;font:14px/1.4 system-ui,sans-serif}body{margin:1.5rem}\
    h1{font-size:1rem;font-weight:600;overflow-wrap:anywhere}table{border-collapse:collapse}\
    th,td{border-bottom:1px solid #8884;padding:.3rem .8rem .3rem 0;text-align:left;\
    vertical-align:top;max-width:32rem;overflow-wrap:break-word}th{position:sticky;top:0;\
    background:Canvas}button{all:unset;display:block;width:100%;cursor:pointer;font-weight:600;\
    white-space:nowrap}button:focus-visible{outline:2px solid}\
    [aria-sort=ascending] button::after{content:" \\25b2"}\
    [aria-sort=descending] button::after{content:" \\25bc"}\
    .fixed,.fixed>*{display:block;width:max-content}.fixed>thead{position:sticky;top:0;z-index:1}\
    .fixed tr{display:grid;grid-template-columns:var(--columns)}.fixed :is(th,td){max-width:none}\
    .fixed>tbody>tr{content-visibility:auto;contain-intrinsic-height:auto 1.95rem}\
    .fixed tr[hidden]{display:none}input{font:inherit;padding:.2rem .5rem;margin:0 .8rem 1rem 0}
    """

  /// Sorts by numbers where both cells are numbers, else by the reader's language; empty cells
  /// come last. The box above the table keeps the rows that have all of its words.
  static let script = """
    document.addEventListener("DOMContentLoaded",()=>{const t=document.querySelector("table");\
    if(!t)return;const b=t.tBodies[0],rows=[...b.rows],heads=[...t.tHead.rows[0].cells];\
    t.style.setProperty("--columns",heads.map(h=>h.getBoundingClientRect().width+"px").join(" "));\
    for(const c of b.querySelectorAll("[colspan]"))c.style.gridColumn="span "+c.colSpan;\
    t.classList.add("fixed");\
    const f=document.createElement("input"),o=document.createElement("output");f.type="search";\
    f.placeholder="Filter";f.setAttribute("aria-label","Filter");t.before(f,o);let texts;\
    f.addEventListener("input",()=>{\
    texts??=rows.map(r=>[...r.cells].map(c=>c.textContent).join("\\n").toLowerCase());\
    const w=f.value.toLowerCase().split(/\\s+/).filter(Boolean);let n=0;\
    rows.forEach((r,i)=>{const is=w.every(x=>texts[i].includes(x));n+=is;\
    if(r.hidden===is)r.hidden=!is});\
    o.textContent=w.length?`${n} of ${rows.length} rows`:""});\
    t.tHead.addEventListener("click",e=>{const h=e.target.closest("th");if(!h)return;\
    const n=heads.indexOf(h),d=h.getAttribute("aria-sort")==="ascending"?-1:1,\
    c=new Intl.Collator(undefined,{numeric:true}),\
    k=x=>{let i=n;for(const y of x.cells)if((i-=y.colSpan)<0)return y.textContent;return""};\
    for(const x of heads)x.removeAttribute("aria-sort");\
    h.setAttribute("aria-sort",d>0?"ascending":"descending");\
    const a=[...b.rows].map(x=>{const s=k(x);return[s,+s,x]});\
    a.sort(([p,u],[q,v])=>{if(p===q)return 0;if(p==="")return 1;if(q==="")return -1;\
    return d*(isNaN(u)||isNaN(v)?c.compare(p,q):u-v)});\
    b.append(...a.map(x=>x[2]))})});
    """

  /// SHA-256 in Base64 of the two texts above, by which the page's policy lets them in.
  private static let styleDigest = "EMX9Zwz9I4sbTWgCgNWVy7tiGlGYIrFxQshcAFq9Vuw="
  private static let scriptDigest = "q5K8PywIkaeBVWeF6M8q05y9VCZ+5MaOtKj4KBmkCLY="
}
