/// A fault by the name that the parameter `fault` takes, with the line of help for it. Statuses (`fault=500@3`) come on top.
package enum SampleFault: String, Sendable, CaseIterable {
  case errors, html, truncate, deep, big, bomb, stall, garbage, empty, loop, cycle
  case overlap, foreign, redirect, insert, edit, remove
  case rateLimit = "rate-limit"
  case invalidUTF8 = "invalid-utf8"
  case gzipCut = "gzip-cut"
  case closeHeaders = "close-headers"
  case closeBody = "close-body"
  case stallBody = "stall-body"
  case sameCursor = "same-cursor"
  case redirectForeign = "redirect-foreign"
  case redirectLoop = "redirect-loop"

  /// All names, for a message.
  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  package var text: String {
    switch self {
    case .rateLimit: "403 with X-RateLimit-Remaining: 0 and a reset in `reset` seconds (default 2)"
    case .errors: "200 with an errors array and data null, as GraphQL reports errors"
    case .html: "200 with an HTML page"
    case .truncate: "200 with the first half of the JSON text"
    case .deep: "200 with arrays nested 1000 deep"
    case .big: "200 with `bytes` bytes (default 68 MiB): blanks, then the page"
    case .bomb: "the same compressed to about 1/160"
    case .stall: "no answer at all"
    case .garbage: "bytes that are not HTTP"
    case .empty: "no items, but a next page"
    case .loop: "next leads to the same page; where the client computes it, always page 1"
    case .cycle: "pages 1, 2, 3, 1, 2, 3..."
    case .overlap: "page 2 begins with the last two items of page 1"
    case .foreign: "next links lead to the same server by its other name (localhost, 127.0.0.1)"
    case .redirect: "302 to the same page"
    case .insert: "from here on a new first article moves all others by one"
    case .edit: "from here on every tenth article has a new title"
    case .remove: "from here on the first article is gone"
    case .invalidUTF8: "a byte in a string that is no UTF-8"
    case .gzipCut: "the first half of a gzip body"
    case .closeHeaders: "closes in the middle of the header fields"
    case .closeBody: "closes in the middle of the body"
    case .stallBody: "half of the body, then nothing"
    case .sameCursor: "next always leads to page 2"
    case .redirectForeign: "302 to the same page on the server's other name"
    case .redirectLoop: "302 to itself"
    }
  }
}
