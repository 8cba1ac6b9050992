package import JSON

extension JSONDocument {
  /// The path that the records of an OAI-PMH response would have, where it reports `noRecordsMatch`; else
  /// nil.
  ///
  ///     <request verb="ListRecords"/><error code="noRecordsMatch"/>      ListRecords.record
  private var emptyHarvest: JSONPath? {
    guard let error = member("error", of: root), saysNoRecords(error),
      let request = member("request", of: root),
      let verb = member("@verb", of: request).flatMap(string), verb.hasPrefix("List")
    else { return nil }
    let item = ["ListIdentifiers": "header", "ListSets": "set"][verb] ?? "record"
    return JSONPath(components: [verb, item].map { JSONPath.Component($0) })
  }

  /// True for the error by which OAI-PMH says that a list is empty.
  func saysNoRecords(_ error: JSONSlice) -> Bool {
    member("@code", of: error).flatMap(string) == EnvelopeReport.noRecords
  }

  /// The place of the list that a body leaves out because it is empty; nil where the list is there, or
  /// the body has another format.
  ///
  ///     {"kind": "compute#instanceList", "id": "..."}          items
  ///     {"resourceType": "Bundle", "type": "searchset"}        entry
  ///     {"_links": {"self": {"href": "/a"}}}                   _embedded.items
  ///     {"batchcomplete": true}                                query.pages
  ///     <feed xmlns="http://www.w3.org/2005/Atom"/>            entry
  ///     <rss version="2.0"><channel>...</channel></rss>        channel.item
  package func omittedList(isXML: Bool) -> JSONPath? {
    guard root.kind == .object else { return nil }
    func text(_ key: String) -> String {
      member(key, of: root).flatMap { $0.range.count < 256 ? string($0) : nil } ?? ""
    }
    let keys: [String]
    if isXML {
      if let path = emptyHarvest { return path }
      let isChannel = !text("@version").isEmpty && member("channel", of: root)?.kind == .object
      guard isChannel || text("@xmlns").hasSuffix("/Atom") else { return nil }
      keys = isChannel ? ["channel", "item"] : ["entry"]
    } else if text("resourceType") == "Bundle" {
      keys = ["entry"]
    } else if let links = member("_links", of: root), member("self", of: links) != nil,
      members(of: root).count == 1
    {
      keys = ["_embedded", "items"]
    } else if member("batchcomplete", of: root) != nil, members(of: root).count == 1 {
      keys = ["query", "pages"]
    } else {
      let kind = text("kind").lowercased()
      let isPlural = kind.contains("#") && (kind.hasSuffix("s") || kind.hasSuffix("response"))
      guard isPlural || kind.hasSuffix("list") else { return nil }
      keys = ["items"]
    }
    let path = JSONPath(components: keys.map { JSONPath.Component($0) })
    return resolve(path, from: root) == nil ? path : nil
  }
}
