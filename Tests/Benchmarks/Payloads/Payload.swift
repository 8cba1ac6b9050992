/// Pages as APIs send them, the same in every run: compact JSON in UTF-8, as
/// `{"pagination": {...}, "data": {"articles": [...]}, "_links": {"next": {"href": "..."}}}`.
///
/// All items have the members that the mapping reads; what else they have depends on the kind.
struct Payload {
  /// What the items are like.
  enum Kind {
    /// About 200 bytes each.
    case short
    /// About 4 KB each, with the members that GitHub's issues have.
    case issues
    /// About 400 bytes each: large numbers, fractions, small arrays, nested objects.
    case records
  }

  let name: String
  let kind: Kind
  let bytesMin: Int
  let seed: UInt64

  /// The three sizes that are measured.
  static let all = [
    Payload(name: "20 KB", kind: .short, bytesMin: 20_000, seed: 1),
    Payload(name: "400 KB", kind: .issues, bytesMin: 400_000, seed: 2),
    largest,
  ]
  static let largest = Payload(name: "20 MB", kind: .records, bytesMin: 20_000_000, seed: 3)

  /// Key paths of the captures and of the list.
  static let captures = ["pagination.page_count", "pagination.object_count", "_links.next.href"]
  static let list = "data.articles"

  /// The page.
  func bytes() -> [UInt8] {
    var writer = PayloadWriter(seed: seed)
    writer.bytes.reserveCapacity(bytesMin + 8_192)
    writer.text(#"{"pagination":{"page":3,"page_count":12,"object_count":1187},"#)
    writer.text(#""data":{"articles":["#)
    var id = 0
    while writer.bytes.count < bytesMin {
      if id > 0 { writer.text(",") }
      id += 1
      writer.common(id)
      switch kind {
      case .short: break
      case .issues: writer.issue(id)
      case .records: writer.record()
      }
      writer.text("}")
    }
    writer.text(#"]},"_links":{"next":{"href":"https://api.example.com/articles?page=4"}}}"#)
    return writer.bytes
  }
}
