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
    /// The size that goes with it where the request has none; nil: the usual one.
    var size: String?
  }

  /// True when the name of a size mentions pages, so that positions are page numbers.
  static func countsPages(_ size: String) -> Bool {
    let flat = FieldName(size).flat
    return FieldNames[.sizesOfPages].contains {
      flat.hasSuffix($0)
    }
  }

  /// `isInBody`: each is tried alone, so that rarer ones are among them.
  static func of(_ size: String, isInBody: Bool = false) -> [Partner] {
    let flat = FieldName(size).flat
    if countsPages(size) {
      let offset = spell(["offset"], beside: size)
      if size.hasSuffix("]") {
        return [Partner(kind: .page, name: page(beside: size))]
          + [Partner(kind: .offset, name: offset)]
      }
      let rare = isInBody && family(size).isEmpty ? UsualParameters.rarePagesBeside[flat] ?? [] : []
      let (known, others) = (
        (UsualParameters.pagesBeside[flat] ?? []).map { spell($0, beside: size) },
        rare.map { spell($0, beside: size) }
      )
      return distinct(
        (known + [page(beside: size)] + others).map { Partner(kind: .page, name: $0) })
    }
    let words = FieldName(size).words
    let offsets = UsualParameters.offsetsBeside
    let known = offsets[flat] ?? words.last.flatMap { offsets[$0] } ?? [["offset"]]
    var partners = known.map { Partner(kind: .offset, name: spell($0, beside: size)) }
    let page = Partner(kind: .page, name: size.hasPrefix("_") ? page(beside: size) : "page")
    partners.insert(page, at: flat == "size" ? 0 : min(1, partners.count))
    return partners
  }

  /// Without a size that shows anything: in the style of other names, then by common ones. A page number
  /// is always among the first two.
  static func usual(_ subject: FirstPage) -> [Partner] {
    let styles = PositionStyle.partners(subject)
    return distinct(
      styles.prefix(1) + [Partner(kind: .page, name: "page")] + styles.dropFirst()
        + [Partner(kind: .offset, name: "offset")])
  }

  private static func distinct(_ partners: [Partner]) -> [Partner] {
    partners.reduce(into: []) { list, partner in
      if !list.contains(where: { $0.name == partner.name }) { list.append(partner) }
    }
  }

  /// The parameters that may ask for a size of the pages that the API leads to, likeliest first:
  /// the one that the response or the request shows; else `known`, and what goes with the position.
  ///
  ///     pageToken -> pageSize      page[after] -> page[size]      a link to ?page=2 -> per_page
  static func sizes(beside settings: StrategySettings, known: String?, _ subject: FirstPage)
    -> [String]
  {
    guard [.link, .header, .body, .cursor].contains(settings.kind), settings.tokens.nextBody == nil,
      [nil, .query, .body].contains(settings.carrier)
    else { return [] }
    if let shown = settings.size { return shown.isEmpty ? [] : [shown] }
    let linked = subject.nextURL?.query.map(\.name) ?? []
    let position =
      settings.parameters.first ?? linked.first { FieldName.parameter($0).isOfPosition } ?? "page"
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
    guard let known else { return usual }
    return [known] + usual.filter { $0 != known }.prefix(sizesMax - 1)
  }

  private static let sizesMax = 3

  /// The beginning that the names of a family share.
  ///
  ///     $limit -> $      page[size] -> page[      page.size -> page.      __page_size -> __
  private static func family(_ size: String) -> Substring {
    if size.hasPrefix("$") { return "$" }
    if size.hasPrefix("_") { return size.prefix { $0 == "_" } }
    if size.hasSuffix("]"), let mark = size.lastIndex(of: "[") { return size[...mark] }
    if let mark = size.lastIndex(of: ".") { return size[...mark] }
    let core = "_page_size"
    return size.hasSuffix(core) ? size.dropLast(core.count - 1) : ""
  }

  /// `$limit` makes `$offset`, `page[limit]` `page[offset]`, `x_page_size` `x_page_number`.
  private static func spell(_ words: [String], beside size: String) -> String {
    let family = family(size)
    if family == "$" { return "$" + words.joined() }
    if family.hasSuffix("[") { return family + words.joined(separator: "_") + "]" }
    let own = String(size.dropFirst(family.count))
    let isPlain = FieldName(own).words.count == 1 && own.utf8.allSatisfy(ASCII.isSmall)
    return family + FieldName.spell(words, like: isPlain && family.isEmpty ? "aB" : own)
  }

  private static func page(beside size: String) -> String {
    let family = family(size)
    switch FieldName(String(family)).flat {
    case "page": return spell(["number"], beside: size)
    case "searchcriteria": return family + "currentPage]"
    default: return spell(["page"], beside: size)
    }
  }
}
