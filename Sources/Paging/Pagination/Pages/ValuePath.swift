package import HTTP
package import JSON
import Text

/// The place where a setting looks for a value: `meta.next`, `/meta/next`, `@headers.X-Total`,
/// `@lastItem.id`, `@status`.
package enum ValuePath: Sendable, Hashable {
  case body(JSONPath)
  /// A response header, in any case.
  case header(String)
  case firstItem(JSONPath)
  case lastItem(JSONPath)
  /// The largest of the items' values; settings spell it `{"max": "updated"}`.
  case largest(JSONPath)
  case status

  /// Only the roots above are special: `@odata.nextLink` is an ordinary key.
  package init(_ text: String) throws(JSONPathError) {
    if text == "@status" {
      self = .status
    } else if let name = ValuePath.rest(of: text, after: "@headers."), !name.isEmpty {
      self = .header(String(name))
    } else if let rest = ValuePath.rest(of: text, after: "@firstItem") {
      self = .firstItem(try ValuePath.inner(rest))
    } else if let rest = ValuePath.rest(of: text, after: "@lastItem") {
      self = .lastItem(try ValuePath.inner(rest))
    } else {
      self = .body(try JSONPath(text))
    }
  }

  /// The spelling that parses back to the same path.
  package var text: String {
    switch self {
    case .body(let path): path.description
    case .header(let name): "@headers.\(name)"
    case .firstItem(let path): path == .root ? "@firstItem" : "@firstItem.\(path.description)"
    case .lastItem(let path): path == .root ? "@lastItem" : "@lastItem.\(path.description)"
    case .largest(let path): "max(\(path.description))"
    case .status: "@status"
    }
  }

  private static func rest(of text: String, after root: String) -> Substring? {
    guard text.hasPrefix(root) else { return nil }
    let rest = text.dropFirst(root.count)
    return root.hasSuffix(".") || rest.isEmpty || rest.hasPrefix(".") ? rest : nil
  }

  private static func inner(_ rest: Substring) throws(JSONPathError) -> JSONPath {
    rest.isEmpty ? .root : try JSONPath(String(rest.dropFirst()))
  }
}

/// A value path with its slot in the plan of the one pass over the body.
package struct ValueSource: Sendable {
  package let path: ValuePath
  let slot: Int?
}

/// A value that a response holds at a path.
package enum ReadValue: Sendable {
  case missing
  case null
  /// A header's text.
  case text(String)
  /// A status.
  case integer(Int)
  case json(JSONDocument, JSONSlice)

  /// True when there is no value: missing, or null.
  package var isNothing: Bool {
    switch self {
    case .missing, .null: true
    default: false
    }
  }

  /// The text of a string or header.
  package var string: String? {
    switch self {
    case .text(let text): text
    case .json(let document, let slice): document.string(slice)
    default: nil
    }
  }

  package var boolean: Bool? {
    switch self {
    case .json(let document, let slice):
      document.boolean(slice) ?? ReadValue.boolean(document.string(slice))
    case .text(let text): ReadValue.boolean(text)
    default: nil
    }
  }

  /// A whole number, or a string that holds one in plain digits.
  package var integer: Int? {
    switch self {
    case .integer(let integer): integer
    case .text(let text): ReadValue.digits(text)
    case .json(let document, let slice):
      document.integer(slice) ?? document.string(slice).flatMap(ReadValue.digits)
    default: nil
    }
  }

  /// The value as JSON text, spelled as the API spelled it.
  package var jsonText: [UInt8]? {
    switch self {
    case .missing, .null: return nil
    case .json(let document, let slice): return Array(document.bytes[slice.range])
    case .text(let text): return JSONValue.string(text).bytes
    case .integer(let integer): return Array(String(integer).utf8)
    }
  }

  /// The value for an evidence, long texts cut.
  package var evidence: JSONValue {
    switch self {
    case .missing, .null: return .null
    case .integer(let integer): return .number(JSONNumber(integer))
    case .text(let text): return .string(ShownText.cut(text))
    case .json(let document, let slice):
      if let string = document.string(slice) { return .string(ShownText.cut(string)) }
      if slice.range.count <= ReadValue.evidenceCharactersMax { return document.value(slice) }
      return .string(ShownText.cut(document.text(slice)))
    }
  }

  /// The maximum number of characters that evidence quotes of a value.
  package static let evidenceCharactersMax = ShownText.nameCharactersMax

  private static func digits(_ text: String) -> Int? {
    ASCII.number(text.utf8.trimmed { $0 == ASCII.space })
  }

  private static func boolean(_ text: String?) -> Bool? {
    switch text?.lowercased() {
    case "true", "1", "yes", "y": true
    case "false", "0", "no", "n", "": false
    default: nil
    }
  }
}

extension JSONPlan {
  /// The source of a path; body paths get a slot of the pass.
  mutating func source(_ path: ValuePath) -> ValueSource {
    guard case .body(let path) = path else { return ValueSource(path: path, slot: nil) }
    return ValueSource(path: .body(path), slot: capture(path))
  }
}

/// A response whose body has been scanned, for strategies to look into.
package struct ResponseView: Sendable {
  package let status: Int
  package let headers: HTTPHeaders
  /// Absolute; what relative links are resolved against.
  package let url: String
  /// nil: the body is empty or blank.
  package let scan: JSONScan?
  /// The page's items as the API sent them, nulls omitted.
  package let items: [JSONSlice]
  /// The form that the body came in: of XML, an object holds the text of an element with attributes.
  package let form: BodyForm
  /// The lines of JSON that are no items: key paths of what is around the list begin in them.
  package let envelopeLines: [JSONSlice]

  package init(
    status: Int, headers: HTTPHeaders, url: String, scan: JSONScan?, items: [JSONSlice],
    form: BodyForm = .json, envelopeLines: [JSONSlice] = []
  ) {
    self.form = form
    self.envelopeLines = envelopeLines
    self.status = status
    self.headers = headers
    self.url = url
    self.scan = scan
    self.items = items
  }

  /// The value at a source, taken from the pass over the body if that captured it.
  package func value(_ source: ValueSource) -> ReadValue {
    switch source.path {
    case .status: return .integer(status)
    case .header(let name): return headers[name].map(ReadValue.text) ?? .missing
    case .body:
      guard let scan else { return .missing }
      guard let slot = source.slot, slot < scan.slots.count, envelopeLines.isEmpty else {
        return value(at: source.path)
      }
      return read(scan.document, scan.slots[slot])
    case .firstItem(let path): return value(path, in: items.first)
    case .lastItem(let path): return value(path, in: items.last)
    case .largest(let path): return largest(path)
    }
  }

  /// The value at a path that the pass over the body did not capture.
  package func value(at path: ValuePath) -> ReadValue {
    guard case .body(let path) = path, let document = scan?.document else {
      return value(ValueSource(path: path, slot: nil))
    }
    return resolve(path).map { read(document, $0) } ?? .missing
  }

  /// The place that a path leads to.
  func resolve(_ path: JSONPath) -> JSONSlice? {
    guard let document = scan?.document else { return nil }
    return envelopeLines.lazy.compactMap { document.resolve(path, from: $0) }.first
      ?? document.resolve(path, from: document.root, knowing: list)
  }

  /// True when the items come from a list, not from an object that is an item itself.
  package var isListed: Bool { scan?.lists.contains { $0.slice.kind == .array } ?? false }

  /// The first list of items, which takes up most of a body; absent if there is none.
  var list: JSONSlice { scan?.lists.first?.slice ?? .absent }

  /// Reports that there is no next page, as the value at a source says. A missing value is a
  /// statement only if the object that would hold it exists (`meta` of `meta.next`).
  func none(at source: ValueSource) -> Neighbours.Next {
    let value = value(source)
    var isStated = true
    if case .missing = value {
      isStated = false
      if case .body(let path) = source.path, path.components.count > 1 {
        isStated = resolve(JSONPath(components: path.components.dropLast()))?.kind == .object
      }
    }
    return .none(field: source.path.text, value: value.evidence, isStated: isStated)
  }

  private func largest(_ path: JSONPath) -> ReadValue {
    guard let document = scan?.document else { return .missing }
    var largest: (value: OrderedValue, slice: JSONSlice)?
    for item in items {
      guard let slice = document.resolve(path, from: item),
        let value = OrderedValue(document, slice)
      else { continue }
      if largest.map({ $0.value < value }) ?? true { largest = (value, slice) }
    }
    return largest.map { read(document, $0.slice) } ?? .missing
  }

  private func value(_ path: JSONPath, in item: JSONSlice?) -> ReadValue {
    guard let document = scan?.document, let item,
      let slice = document.resolve(path, from: item)
    else { return .missing }
    return read(document, slice)
  }

  /// The value at a source whose members are wanted: those of an element are its attributes, too.
  ///
  ///     <continue apcontinue="B" continue="-||"/>
  func object(_ source: ValueSource) -> ReadValue {
    guard form.isXML, case .body(let path) = source.path, let document = scan?.document,
      let slice = resolve(path), slice.kind == .object
    else { return value(source) }
    return .json(document, slice)
  }

  /// The name of a member, that of an attribute without its mark.
  func own(_ name: String) -> String {
    form.isXML && name.hasPrefix("@") ? String(name.dropFirst()) : name
  }

  /// The value that is there. Of an element with attributes it is the text, and null without one:
  /// `<token size="9">a</token>`, `<token size="9"/>`.
  private func read(_ document: JSONDocument, _ slice: JSONSlice) -> ReadValue {
    switch slice.kind {
    case .absent: return .missing
    case .null: return .null
    case .object where form.isXML:
      if let text = document.member("#text", of: slice) { return .json(document, text) }
      let names = document.members(of: slice).map { document.bytes[$0.key.range] }
      let hasOnlyAttributes = names.allSatisfy { $0.dropFirst().first == UInt8(ascii: "@") }
      let isLink = document.target(of: slice) != nil
      return hasOnlyAttributes && !isLink ? .null : .json(document, slice)
    default: return .json(document, slice)
    }
  }
}
