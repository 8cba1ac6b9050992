import JSON

/// The source of a value in a mapping: a key path from the item, or one of the special sources.
///
/// `author.login` is a path from the item, `@root.meta.total` one from the body,
/// `@metadata.response.status` is about the response. Any other key with an at sign is ordinary,
/// and so is every key of a JSON Pointer (`/@root`).
struct SourcePath: Sendable, Hashable {
  /// From where the path goes.
  enum Base: Sendable, Hashable {
    case item, parent, root
    case fact(Fact)
  }

  /// A value known besides the body; no path leads into it.
  enum Fact: Sendable, Hashable {
    case key, collectionIndex, page, status, requestURL
    case header(String)
    case pathArgument(String)
  }

  let base: Base
  /// The steps from the base on.
  let path: JSONPath
  /// All steps as they were written.
  let written: JSONPath

  /// The item itself.
  static let item = SourcePath()

  private init() { (base, path, written) = (.item, .root, .root) }

  /// The source of a text that is at `place` in the params.
  init(_ text: String, at place: String) throws(JSONFieldError) {
    written = try JSONPath.read(text, at: place)
    let rest = JSONPath(components: Array(written.components.dropFirst()))
    let first = text.hasPrefix("@") ? written.components.first.map(Self.name) : nil
    switch first {
    case "@self": (base, path) = (.item, rest)
    case "@parent": (base, path) = (.parent, rest)
    case "@root": (base, path) = (.root, rest)
    case "@key":
      guard rest.components.isEmpty else {
        throw JSONFieldError(place, expected: "@key alone, which is a string")
      }
      (base, path) = (.fact(.key), .root)
    case "@metadata":
      guard let fact = Self.fact(rest.components.map(Self.name)) else {
        throw JSONFieldError(place, expected: Self.metadataWords)
      }
      (base, path) = (.fact(fact), .root)
    default: (base, path) = (.item, written)
    }
  }

  private static func name(_ component: JSONPath.Component) -> String {
    String(decoding: component.key, as: UTF8.self)
  }

  private static func fact(_ names: [String]) -> Fact? {
    switch (names.first, names.count) {
    case ("collectionIndex", 1): .collectionIndex
    case ("page", 1): .page
    case ("response", 2) where names[1] == "status": .status
    case ("response", 3) where names[1] == "headers": .header(names[2])
    case ("request", 2) where names[1] == "url": .requestURL
    case ("path", 2): .pathArgument(names[1])
    default: nil
    }
  }

  private static let metadataWords =
    "one of @metadata.collectionIndex, @metadata.page, @metadata.response.status, "
    + "@metadata.response.headers.Name, @metadata.request.url, @metadata.path.name"
}
