/// A fault by the name that the parameter `fault` takes, with the line of help for it. Statuses
/// (`fault=500@3`) come on top.
package enum SampleFault: String, Sendable, CaseIterable {
  case html, truncate, stall, empty, loop, cycle, overlap, foreign, redirect, edit
  case gzipCut = "gzip-cut"
  case closeBody = "close-body"
  case redirectForeign = "redirect-foreign"

  package var text: String {
    switch self {
    case .html: "200 with an HTML page"
    case .truncate: "200 with the first half of the JSON text"
    case .stall: "no answer at all"
    case .empty: "no items, but a next page"
    case .loop: "next leads to the same page; where the client computes it, always page 1"
    case .cycle: "pages 1, 2, 3, 1, 2, 3..."
    case .overlap: "page 2 begins with the last two items of page 1"
    case .foreign: "next links lead to the same server by its other name (localhost, 127.0.0.1)"
    case .redirect: "302 to the same page"
    case .edit: "from here on every tenth article has a new title"
    case .gzipCut: "the first half of a gzip body"
    case .closeBody: "closes in the middle of the body"
    case .redirectForeign: "302 to the same page on the server's other name"
    }
  }
}
