import HTTP
import JSON

/// A request body, as it is compared: JSON by value, forms by their fields in any order, everything
/// else byte by byte.
struct RequestBody: Sendable {
  /// The content of the bytes, as it is compared.
  enum Content: Sendable {
    case none
    case json(JSONValue)
    case form([RequestField])
    case bytes
  }

  let bytes: [UInt8]
  let content: Content

  /// `mediaType`: as the `Content-Type` says it, parameters included; nil: nothing is said.
  init(_ bytes: [UInt8], mediaType: String?) {
    self.bytes = bytes
    if bytes.isEmpty {
      content = .none
    } else if let value = JSONValue(json: bytes) {
      content = .json(value)
    } else if mediaType?.lowercased().hasPrefix(RequestBody.formType) == true {
      content = .form(RequestField.fields(bytes[...]))
    } else {
      content = .bytes
    }
  }

  /// The body that the form's fields make.
  init(fields: [RequestField]) {
    bytes = Array(
      fields.map { String(decoding: $0.name + [UInt8(ascii: "=")] + $0.value, as: UTF8.self) }
        .joined(separator: "&").utf8)
    content = fields.isEmpty ? .none : .form(fields)
  }

  private static let formType = "application/x-www-form-urlencoded"

  /// The first difference to the recorded body; nil if they agree.
  func difference(to recorded: RequestBody) -> RequestDifference? {
    switch (content, recorded.content) {
    case (.json(let requested), .json(let value)):
      return JSONDifference.first(requested, value, at: "")
    case (.form, .form), (.form, .bytes), (.bytes, .form):
      return FieldDifferences.all(fields, recorded.fields, part: .body).first
    default:
      if MaskedText.agree(bytes, recorded.bytes) { return nil }
      let same = zip(bytes, recorded.bytes).prefix { $0 == $1 }.count
      let start = max(0, same - RequestDifference.contextBytes)
      return RequestDifference(
        .body, requested: RequestBody.text(bytes.dropFirst(start), isAll: start == 0),
        recorded: RequestBody.text(recorded.bytes.dropFirst(start), isAll: start == 0))
    }
  }

  /// The fields of a form, or of bytes that are taken for one.
  private var fields: [RequestField] {
    if case .form(let fields) = content { fields } else { RequestField.fields(bytes[...]) }
  }

  /// nil for no body at all.
  private static func text(_ bytes: ArraySlice<UInt8>, isAll: Bool) -> String? {
    if bytes.isEmpty, isAll { return nil }
    return String(decoding: bytes.prefix(RequestDifference.textBytesMax), as: UTF8.self)
  }
}

/// The first place where two JSON values differ; numbers are compared by their values, and objects
/// in any order.
enum JSONDifference {
  /// `path`: that of both, as a key path such as `variables.after`; "" is the whole.
  static func first(
    _ requested: JSONValue, _ recorded: JSONValue, at path: String
  ) -> RequestDifference? {
    switch (requested, recorded) {
    case (.null, .null): return nil
    case (.boolean(let requested), .boolean(let recorded)) where requested == recorded: return nil
    case (.number(let requested), .number(let recorded))
    where requested == recorded
      || JSONDecimal(literal: requested.text.utf8) == JSONDecimal(literal: recorded.text.utf8):
      return nil
    case (.string(let requested), .string(let recorded))
    where MaskedText.agree(Array(requested.utf8), Array(recorded.utf8)):
      return nil
    case (.object(let requested), .object(let recorded)):
      return first(requested, recorded, at: path)
    case (.array(let requested), .array(let recorded)):
      return first(object(requested), object(recorded), at: path)
    default:
      if isMask(requested) || isMask(recorded) { return nil }
      return difference(at: path, requested, recorded)
    }
  }

  private static func first(
    _ requested: JSONObject, _ recorded: JSONObject, at path: String
  ) -> RequestDifference? {
    let before = Dictionary(recorded.members.map { ($0.key, $0.value) }) { $1 }
    for (key, value) in requested.members {
      let inner = JSONFields.join(path, key)
      guard let other = before[key] else { return difference(at: inner, value, nil) }
      if let found = first(value, other, at: inner) { return found }
    }
    let now = Set(requested.keys)
    guard let missing = recorded.members.first(where: { !now.contains($0.key) }) else { return nil }
    return difference(at: JSONFields.join(path, missing.key), nil, missing.value)
  }

  /// The elements of a list by their indexes.
  private static func object(_ elements: [JSONValue]) -> JSONObject {
    JSONObject(elements.enumerated().map { (key: String($0), value: $1) })
  }

  /// nil where nothing is there.
  private static func difference(
    at path: String, _ requested: JSONValue?, _ recorded: JSONValue?
  ) -> RequestDifference {
    RequestDifference(
      .body, name: path, requested: requested.map(text), recorded: recorded.map(text))
  }

  /// True when the value is a mask, which matches any value.
  static func isMask(_ value: JSONValue) -> Bool {
    value.stringValue.map { Array($0.utf8) == MaskedText.mask } ?? false
  }

  private static func text(_ value: JSONValue) -> String {
    if let string = value.stringValue { return string }
    return String(decoding: value.bytes.prefix(RequestDifference.textBytesMax), as: UTF8.self)
  }
}
