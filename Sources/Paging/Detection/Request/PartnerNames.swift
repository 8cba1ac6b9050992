import HTTP
import JSON
import Pagination
import Text

/// The parameter of the position that goes with a parameter of the size, by what APIs have in
/// common use.
///
///     rows -> start       $top -> $skip       sysparm_limit -> sysparm_offset
///     pageSize -> page    page[size] -> page[number]
enum PartnerNames {
  /// A position's parameter, likeliest first.
  struct Partner: Sendable {
    let kind: StrategyKind
    let name: String
  }

  /// Whether the name of a size speaks of pages, so that positions are page numbers.
  static func countsPages(_ size: String) -> Bool {
    let flat = FieldName(size).flat
    if size.hasSuffix("]"), flat.hasPrefix("page"), !flat.hasSuffix("size") { return false }
    return ["perpage", "pagesize", "pagelen", "ps", "rpp"].contains { flat.hasSuffix($0) }
  }

  static func of(_ size: String) -> [Partner] {
    let flat = FieldName(size).flat
    if countsPages(size) { return [Partner(kind: .page, name: page(beside: size, flat))] }
    let offsets = offsets[flat] ?? offsets.first { flat.hasSuffix($0.key) }?.value ?? []
    var partners = offsets.map { words in
      Partner(kind: .offset, name: spell(words, beside: size, flat))
    }
    if flat == "size" {
      partners.insert(Partner(kind: .page, name: "page"), at: 0)
    } else {
      partners.append(Partner(kind: .page, name: size.hasPrefix("_") ? "_page" : "page"))
    }
    return partners
  }

  /// The parameter of the token that goes with a size: Auth0's `from` with `take`.
  static func token(_ size: String) -> String? {
    FieldName(size).flat == "take" ? FieldName.spell(["from"], like: size) : nil
  }

  /// The parameters that may ask for a size of the pages that the API leads to, likeliest first:
  /// the one that the response or the request shows; else `known`, and what goes with the position.
  ///
  ///     pageToken -> pageSize      page[after] -> page[size]      a link to ?page=2 -> per_page
  static func sizes(beside settings: PagingSettings, known: String?, _ subject: FirstPage)
    -> [String]
  {
    guard [.link, .header, .body, .cursor].contains(settings.kind), settings["nextBody"] == nil,
      [nil, .query, .body].contains(settings.carrier), !subject.request.isGraphQL
    else { return [] }
    if let shown = settings.size { return shown.isEmpty ? [] : [shown] }
    let linked = subject.links.lazy.compactMap(\.reference).first?.query.map(\.name) ?? []
    let position = settings.parameters.first ?? linked.first(where: FieldNames.isPosition) ?? "page"
    if position.hasPrefix("$") { return ["$top"] }
    if position.hasSuffix("]"), let mark = position.lastIndex(of: "[") {
      return ["size]", "limit]"].map { position[...mark] + $0 }
    }
    let words = FieldName(position).words
    let sizes: [[String]] =
      words.contains("token")
      ? [["page", "size"], ["limit"], ["max", "results"]]
      : words.contains("page")
        ? [["per", "page"], ["page", "size"], ["limit"]]
        : [["limit"], ["per", "page"], ["page", "size"]]
    let style = words.count > 1 ? position : subject.request.spelling ?? position
    let sent = Set(subject.request.members.map(\.name))
    let usual = sizes.map { FieldName.spell($0, like: style) }.filter { !sent.contains($0) }
    guard let known, !known.isEmpty else { return usual }
    return [known] + usual.filter { $0 != known }.prefix(sizesMax - 1)
  }

  private static let sizesMax = 3

  /// By the name of the size in flat spelling: the words of the offset.
  private static let offsets: [String: [[String]]] = [
    "limit": [["offset"]], "rows": [["start"]], "top": [["skip"]], "take": [["skip"]],
    "max": [["first"]], "retmax": [["retstart"]], "num": [["start"]],
    "maxresults": [["start", "index"]], "resultrecordcount": [["result", "offset"]],
    "size": [["from"]], "count": [["offset"]], "sysparmlimit": [["sysparm", "offset"]],
  ]

  /// `$limit` makes `$offset`, `page[limit]` `page[offset]`.
  private static func spell(_ words: [String], beside size: String, _ flat: String) -> String {
    if size.hasPrefix("$") { return "$" + words.joined() }
    if size.hasSuffix("]"), let mark = size.lastIndex(of: "[") {
      return size[...mark] + words.joined(separator: "_") + "]"
    }
    return FieldName.spell(words, like: size)
  }

  private static func page(beside size: String, _ flat: String) -> String {
    if flat == "ps" { return "p" }
    guard size.hasSuffix("]"), let mark = size.lastIndex(of: "[") else {
      return size.hasPrefix("_") ? "_page" : "page"
    }
    switch FieldName(String(size[..<mark])).flat {
    case "page": return size[...mark] + "number]"
    case "searchcriteria": return size[...mark] + "currentPage]"
    default: return size[...mark] + "page]"
    }
  }
}
