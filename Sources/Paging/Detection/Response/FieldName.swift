import Pagination
import Text

/// A name cut into lower-case words, so that every spelling of it is the same one.
///
/// `nextPageToken`, `next_page_token` and `Next-Page-Token` are next, page, token, and flat
/// `nextpagetoken`; `@odata.nextLink` is odata, next, link; `X-WP-TotalPages` is x, wp, total,
/// pages; `nextcursor` is next, cursor.
struct FieldName: Sendable {
  let words: [String]
  /// The words without separators, for lookups in the tables.
  let flat: String

  init(_ name: String) {
    if name.utf8.allSatisfy(ASCII.isSmall), !name.hasPrefix("next"), !name.isEmpty {
      (words, flat) = ([name], name)
      return
    }
    var words: [String] = []
    for word in FieldName.split(name) {
      if word.hasPrefix("next"), word.utf8.count > 4 {
        words += ["next", String(word.dropFirst(4))]
      } else {
        words.append(word)
      }
    }
    self.words = words
    flat = words.joined()
  }

  func has(_ word: String) -> Bool { words.contains(word) }

  func hasAny(_ set: Set<String>) -> Bool { words.contains(where: set.contains) }

  /// The words spelled as another name is: after `nextPageToken`, page and token are `pageToken`.
  static func spell(_ words: [String], like name: String) -> String {
    if name.contains("-") { return words.joined(separator: "-") }
    let startsHigh = name.utf8.first(where: ASCII.isLetter).map(ASCII.isUpper) ?? false
    let isMixed = name.utf8.contains(where: ASCII.isUpper)
    guard isMixed, !name.contains("_") else { return words.joined(separator: "_") }
    return words.enumerated().map { index, word in
      index == 0 && !startsHigh ? word : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }

  /// A word begins after a separator, at a capital after a small letter, and at the last capital of
  /// several that a small letter follows.
  private static func split(_ name: String) -> [String] {
    let bytes = Array(name.utf8)
    var words: [String] = []
    var word: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      guard ASCII.isAlphanumeric(byte) || byte >= 0x80 else {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
        continue
      }
      if ASCII.isUpper(byte), index > 0, !word.isEmpty {
        let before = bytes[index - 1]
        let isFollowedBySmall = index + 1 < bytes.count && ASCII.isSmall(bytes[index + 1])
        if !ASCII.isUpper(before) || isFollowedBySmall {
          words.append(String(decoding: word, as: UTF8.self))
          word = []
        }
      }
      word.append(ASCII.lowercased(byte))
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}

/// The words that APIs use, in flat spelling.
enum FieldNames {
  // What a response calls its counts.
  static let counts: [CountTarget: Set<String>] = [
    .currentPage: [
      "page", "currentpage", "pagenumber", "pageno", "pagenum", "pageindex", "currentpagenumber",
      "pn", "curpage", "number", "current", "index",
    ],
    .perPage: [
      "perpage", "pagesize", "limit", "size", "hitsperpage", "itemsperpage", "resultsperpage",
      "recordsperpage", "maxresults", "pagelen", "pagelimit", "rows", "take", "ps",
      "numperpage", "numofrows", "count",
    ],
    .pageCount: [
      "totalpages", "pagecount", "pages", "nbpages", "lastpage", "numpages", "numberofpages",
      "pagescount", "pagestotal", "totalpage", "maxpage", "maxpages", "totalpagecount",
      "lastpagenumber", "pagetotal", "totalpagenum", "numofpages", "nbpage",
    ],
    .objectCount: [
      "total", "totalcount", "totalresults", "totalitems", "totalelements", "totalhits", "nbhits",
      "totalobjects", "totalentries", "totalrecords", "totalsize", "numfound", "numresults",
      "recordstotal", "totalrows", "numbermatched", "estimatedtotal", "estimatedtotalhits",
      "fullcount", "found", "itemcount", "totalitemcount", "resultstotal", "odatacount",
      "hydratotalitems", "records", "recordcount", "recordscount", "hitcount", "subtotal",
      "recordsfiltered", "totalfilteredcount", "filteredcount", "filteredtotal", "totalfiltered",
      "completelistsize", "count",
    ],
    .offset: ["offset", "skip", "start", "startat", "startindex", "from", "retstart"],
  ]

  /// Totals of what was searched, next to one of everything.
  static let filteredCounts: Set<String> = [
    "subtotal", "recordsfiltered", "totalfilteredcount", "filteredcount", "filteredtotal",
    "totalfiltered",
  ]

  /// Names that mean several things: taken only where nothing better is there.
  static let weakCounts: Set<String> = ["count", "size", "number", "current", "index"]

  // What a request calls its parameters.
  static let pageParameters: Set<String> = [
    "page", "p", "pg", "paged", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage",
    "current", "startpage", "pn", "curpage",
  ]
  static let sizeParameters: Set<String> = [
    "perpage", "pagesize", "limit", "size", "count", "maxresults", "hitsperpage", "itemsperpage",
    "resultsperpage", "recordsperpage", "take", "rows", "top", "first", "n", "pagelen",
    "pagelimit", "max", "num", "batchsize", "rpp", "resultrecordcount", "maxitems", "ps", "retmax",
    "sysparmlimit", "maxresultcount", "length", "numperpage", "numofrows",
  ]
  static let offsetParameters = StartPosition.offsets.union(["from", "firstresult", "pagestart"])
    .union(firstItems)
  static let cursorParameters = StartPosition.tokens.union([
    "startcursor", "continue", "next", "token", "last",
  ])

  /// Parameters that say where or how a list begins: the URL of the next page needs none of them.
  static let beginnings: Set<String> = ["starttime", "startdate", "since", "initial"]

  /// A parameter's name in flat spelling; of `pagination[page]` or `searchCriteria[pageSize]` what
  /// is in the brackets.
  static func parameter(_ name: String) -> String {
    let whole = FieldName(name)
    guard name.hasSuffix("]"), let mark = name.lastIndex(of: "["),
      ["pagination", "paging", "pager", "searchcriteria"].contains(
        FieldName(String(name[..<mark])).flat)
    else { return whole.flat }
    return FieldName(String(name[mark...])).flat
  }

  /// `firstRecord`, `start_position`, `from-row`: a word for the beginning, and one for what is
  /// counted.
  private static let firstItems = ["first", "start", "starting", "begin", "from"].flatMap { first in
    [
      "record", "row", "item", "result", "hit", "element", "entry", "index", "position",
    ].map { first + $0 }
  }

  /// True when a parameter of that name states the position of a page.
  static func isPosition(_ name: String) -> Bool {
    let flat = parameter(name)
    return pageParameters.contains(flat) || offsetParameters.contains(flat)
      || cursorParameters.contains(flat)
  }

  // The flags that decide the end.
  static let moreFlags: Set<String> = [
    "hasmore", "hasnext", "hasnextpage", "more", "istruncated", "moreavailable", "hasmoreitems",
    "hasmoreresults", "hasmorepages", "moreresults", "morerecords", "moreitems", "truncated",
    "havemoreresults",
    "moreitemsincollection", "exceededtransferlimit",
  ]
  static let lastFlags: Set<String> = [
    "islast", "last", "islastpage", "lastpage", "done", "isdone", "islastbatch", "isend",
    "endofrecords", "endofstream",
  ]

  /// Words of the objects that hold paging information.
  static let pagingParents: Set<String> = [
    "meta", "metadata", "pagination", "paging", "paginator", "pager", "page", "pages", "pageinfo",
    "info", "totals", "link", "links", "response", "result", "results", "d", "data", "view",
    "cursor", "cursors", "next", "search", "collection", "list", "navigation", "nav", "continue",
    "total", "properties", "query", "tokens", "token", "summary", "stats", "body", "payload",
    "output", "attr", "resultset",
  ]

  /// Words of tokens that lead elsewhere than on.
  static let foreignWords: Set<String> = [
    "prev", "previous", "before", "backward", "access", "refresh", "auth", "csrf", "session",
    "sync", "delta", "self", "first", "last", "current", "upload", "request", "start",
  ]

  /// The members of a link object that hold its target.
  static let targets: Set<String> = ["href", "url", "uri", "link"]

  /// Names of lists of items.
  static let lists: Set<String> = [
    "items", "data", "results", "result", "records", "entries", "values", "value", "hits",
    "objects", "content", "contents", "list", "rows", "resources", "entry", "features", "nodes",
    "edges", "children", "member", "hydramember", "added", "idlist", "docs", "documents",
    "elements", "entities",
  ]

  /// Names of lists of other things, and of objects that hold such lists.
  static let otherLists: Set<String> = [
    "links", "link", "errors", "warnings", "schemas", "fields", "facets",
    "aggregations", "included", "includes", "curies", "filters", "sort", "columns", "breadcrumbs",
    "actions", "meta", "metadata", "rels", "shards", "facetdistribution",
  ]

  /// Members that report the outcome of a request.
  static let reports: Set<String> = [
    "message", "msg", "error", "errors", "errormessage", "errormsg", "errordescription", "detail",
    "details", "reason", "status", "success", "ok",
  ]

  /// Members next to them, which are nothing that was requested either (RFC 9457 and its like).
  static let besideReports: Set<String> = [
    "code", "errorcode", "statuscode", "statustext", "type", "title", "instance", "path", "method",
    "timestamp", "time", "requestid", "traceid", "correlationid", "documentationurl", "moreinfo",
    "helpurl", "hint", "apiversion",
  ]

  /// Members next to the kind of a body, which are nothing that was requested.
  static let besideKinds: Set<String> = [
    "kind", "etag", "selflink", "nextpagetoken", "prevpagetoken", "nextsynctoken", "pageinfo",
    "resultsperpage", "totalresults", "resultsizeestimate",
  ]

  /// Those that envelopes have as well.
  static let envelopeMembers: Set<String> = [
    "title", "version", "info", "description", "author", "summary",
  ]

  /// Members of a body that is one document.
  static let documentMembers: Set<String> = [
    "name", "title", "version", "versions", "info", "description", "slug", "summary", "license",
    "readme", "author", "homepage",
  ]
}
