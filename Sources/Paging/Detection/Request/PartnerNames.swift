import JSON
import Pagination

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
