package import JSON

extension JSONDocument {
  /// The first and the last of lines of JSON where they are no items: all their members are signs of
  /// paging, and the other lines have none of these members.
  ///
  ///     {"id": 1}\n{"id": 2}\n{"next_cursor": "k2", "has_more": true}
  ///     {"meta": {"total": 1, "next": null}}\n{"id": 1}
  package func envelopeLines(among lines: [JSONSlice]) -> [JSONSlice] {
    guard let first = lines.first, let last = lines.last else { return [] }
    guard lines.count > 1 else { return isEnvelopeLine(first, beside: []) ? [first] : [] }
    let inner = lines.dropFirst().dropLast().prefix(JSONDocument.comparedMax)
    return [(first, inner + [last]), (last, inner + [first])].compactMap { line, others in
      isEnvelopeLine(line, beside: Array(others)) ? line : nil
    }
  }

  /// The number of lines that one is compared with, besides the one at the other end.
  private static let comparedMax = 8
  private static let membersMax = 20
  private static let bytesMax = 16_384

  private func isEnvelopeLine(_ line: JSONSlice, beside others: [JSONSlice]) -> Bool {
    guard line.kind == .object, line.range.count <= JSONDocument.bytesMax else { return false }
    let own = members(of: line)
    guard own.count <= JSONDocument.membersMax else { return false }
    let signs = own.compactMap { PagingSign($0.key, $0.value, in: self) }
    let isPaging = signs.contains { $0 == .wayOn || !others.isEmpty && $0 != .aside }
    guard isPaging, signs.count == own.count else { return false }
    let names = Set(own.compactMap { string($0.key) })
    return others.allSatisfy { other in
      !members(of: other).contains { string($0.key).map(names.contains) == true }
    }
  }
}

/// A member that says how a list is paged, by its name and the kind of its value.
private enum PagingSign {
  /// `next`, `has_more`, or an object with a sign.
  case wayOn
  /// A name that items have, too: `cursor`, `total`.
  case open
  /// No sign by itself: `page`, `limit`, `self`.
  case aside

  private static let ways = [
    "next", "page", "link", "url", "uri", "href", "token", "cursor", "key", "offset", "start",
    "marker", "index",
  ]
  private static let pageTokens = ["page", "paging", "pagination", "continu", "resum", "scroll"]
  private static let flags: Set<String> = [
    "hasmore", "hasnext", "hasnextpage", "hasmoreitems", "hasmoreresults", "hasmorepages",
    "moreavailable", "moreresults", "moreitems", "morerecords", "istruncated", "islast",
    "islastpage", "islastbatch", "endofrecords", "endofstream",
  ]
  private static let openFlags: Set<String> = ["more", "truncated", "done", "isdone", "isend"]
  private static let tokens: Set<String> = [
    "token", "cursor", "endcursor", "after", "continue", "continuation", "marker", "bookmark",
    "scrollid", "pagestate", "pagingstate", "searchafter", "lastkey", "lastevaluatedkey",
  ]
  private static let totals: Set<String> = [
    "total", "totalcount", "totalresults", "totalitems", "totalelements", "totalhits",
    "totalrecords", "totalrows", "totalentries", "totalsize", "totalpages", "count", "itemcount",
    "resultcount", "recordcount", "rowcount", "pagecount", "numfound", "nbhits", "nbpages",
    "numberofrecords", "numresults",
  ]
  private static let sizes: Set<String> = [
    "page", "pages", "currentpage", "pagenumber", "perpage", "pagesize", "limit", "offset", "size",
    "start", "skip", "lastpage",
  ]
  private static let otherWays: Set<String> = ["self", "first", "last", "before", "startcursor"]
  private static let holders: Set<String> = [
    "meta", "metadata", "responsemetadata", "listmetadata", "pagination", "paging", "paginator",
    "pager", "pageinfo", "links",
  ]

  /// nil: the member is no sign.
  init?(_ key: JSONSlice, _ value: JSONSlice, in document: JSONDocument) {
    guard key.range.count <= 66, let text = document.string(key) else { return nil }
    // `@odata.nextLink`
    let own = text.split { $0 == "." || $0 == "@" }.last ?? ""
    let name = EnvelopeReport.flat(String(own))
    let read = ReadValue.json(document, value)
    let isCount = read.integer != nil || read.isNothing
    let isText = value.kind == .string || value.kind == .null
    if name.hasPrefix("next") && PagingSign.ways.contains(where: name.hasSuffix)
      || name.hasSuffix("token") && PagingSign.pageTokens.contains(where: name.hasPrefix)
      || PagingSign.flags.contains(name) && (read.boolean != nil || read.isNothing)
      || PagingSign.holders.contains(name) && PagingSign.isHolder(value, in: document)
    {
      self = .wayOn
    } else if PagingSign.openFlags.contains(name) && value.kind == .boolean
      || PagingSign.tokens.contains(name) && (isText || isCount)
      || PagingSign.totals.contains(name) && isCount
    {
      self = .open
    } else if PagingSign.sizes.contains(name) && isCount
      || (PagingSign.otherWays.contains(name) || name.hasPrefix("prev")) && isText
    {
      self = .aside
    } else {
      return nil
    }
  }

  /// True for an object with a sign of paging, or without members, and for a list of links.
  private static func isHolder(_ value: JSONSlice, in document: JSONDocument) -> Bool {
    guard value.kind == .object else {
      return document.firstElement(of: value).map { !document.relations(of: $0).isEmpty } == true
    }
    let members = document.members(of: value)
    return members.isEmpty || members.contains { PagingSign($0.key, $0.value, in: document) != nil }
  }
}
