import JSON
import Sessions
import Store
import Text

/// The members of items that `--fields` names, as a mapping.
///
///     id,author.login   {"attributes": ["id", "author.login"], "missing": "null"}
///
/// An item keeps its shape, `{"id":1,"author":{"login":"a"}}`; flat, it becomes a row:
/// `{"id":1,"author.login":"a"}`.
struct FieldChoice {
  private let names: [(text: String, path: JSONPath)]

  init(_ text: String) throws(UsageError) {
    var names: [(text: String, path: JSONPath)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.trimmingBlanks
      guard !name.isEmpty, let path = try? JSONPath(name), path != .root else {
        throw UsageError(
          "--fields needs names separated by commas, such as id,title,author.login")
      }
      if !names.contains(where: { $0.path == path }) { names.append((name, path)) }
    }
    self.names = names
  }

  /// Returns the mapping to these fields. Missing members become null, so that every item has all
  /// of them.
  func mapping(isFlat: Bool) -> JSONObject {
    guard isFlat else {
      return ["attributes": .array(names.map { .string($0.text) }), "missing": "null"]
    }
    var attributes = JSONObject()
    for (text, path) in names {
      attributes[text] = .string(JSONFields.escaped(path.keys.joined(separator: ".")))
    }
    return ["attributes": .object(attributes), "missing": "null"]
  }

  /// Returns the sentence about members that no item of a page has; nil if there are none.
  func doubt(_ page: WalkPage) -> String? { FieldChoice.doubt(names, page) }

  /// The same for key paths of another option.
  static func doubt(_ paths: [JSONPath], _ page: WalkPage) -> String? {
    doubt(paths.map { ($0.description, $0) }, page)
  }

  private static func doubt(
    _ names: [(text: String, path: JSONPath)], _ page: WalkPage
  ) -> String? {
    let items = page.content.sourceItems(page.items)
    guard let document = page.content.document, let first = items.first else { return nil }
    let unknown = names.filter { name in
      !name.text.hasPrefix("@")
        && !items.contains { document.resolve(name.path, from: $0) != nil }
    }
    guard !unknown.isEmpty else { return nil }
    let near = unknown.compactMap { FieldChoice.nearest(to: $0.path, in: document, first) }
    let known = FieldChoice.members(of: first, in: document)
    let missing = "no item of the first page has \(unknown.map(\.text).joined(separator: ", "))"
    return near.isEmpty
      ? missing + "; the first has \(known.joined(separator: ", "))"
      : missing + "; did you mean \(near.joined(separator: ", "))?"
  }

  /// The path with its first key that an item does not have replaced by the member most like it, up
  /// to there; nil where none is.
  private static func nearest(
    to path: JSONPath, in document: JSONDocument, _ item: JSONSlice
  ) -> String? {
    var names: [String] = []
    var value = item
    for key in path.keys {
      guard let member = document.member(key, of: value) else {
        return DidYouMean.name(to: key, in: members(of: value, in: document))
          .map { (names + [$0]).joined(separator: ".") }
      }
      names.append(key)
      value = member
    }
    return nil
  }

  private static func members(of value: JSONSlice, in document: JSONDocument) -> [String] {
    guard value.kind == .object else { return [] }
    return document.members(of: value).prefix(namesMax).compactMap { document.string($0.key) }
  }

  /// Members of an item that are named.
  private static let namesMax = 20
}
