import JSON

/// The key by which a request is found in a recording: a digest of its parts. The order of
/// parameters, fields and members does not count.
///
///     POST https://h/a?page=1&api_key=***  {"query": "q", "password": "***"}
///
/// masks the places of `api_key` in the query and of `password` in the body. The keys of a
/// recording, and of the requests that are looked up in it, omit what is at the places that one of
/// its entries masks.
struct RequestKey: Sendable {
  private(set) var digest = 0
  /// The places where something is masked, without the omitted ones.
  private(set) var masks: Set<Int> = []
  private let omitted: Set<Int>

  /// A part of a request; its number is also the place of the whole part.
  private enum Part: Int {
    case methodAndOrigin, path, query, body
  }

  /// Everything but method and origin, as a set of places.
  static let allPlaces: Set<Int> = [Part.path.rawValue, Part.query.rawValue, Part.body.rawValue]

  /// The key of a request without what is at some places.
  init(_ request: ComparableRequest, without omitted: Set<Int>) {
    self.omitted = omitted
    count([request.method, request.target.origin], at: Part.methodAndOrigin.rawValue)
    add(text: request.target.path, at: Part.path.rawValue)
    add(request.target.query, in: .query)
    let bytes = request.body.bytes
    switch request.body.content {
    case .none: break
    case .json(let value): add(value, at: Part.body.rawValue)
    case .form(let fields): add(fields, in: .body)
    case .bytes:
      // As those of a form, so that it does not matter whether it is known that they are one.
      add(RequestField.fields(bytes[...]), in: .body)
      if MaskedText.isMasked(bytes) { masks.insert(Part.body.rawValue) }
    }
    masks.subtract(omitted)
  }

  private mutating func add(_ fields: [RequestField], in part: Part) {
    guard !omitted.contains(part.rawValue) else { return }
    for field in fields {
      add(text: field.value, at: RequestKey.digest(field.name, in: part.rawValue))
    }
  }

  private mutating func add(text: [UInt8], at place: Int) {
    if MaskedText.isMasked(text) { masks.insert(place) }
    count(text, at: place)
  }

  private mutating func add(_ value: JSONValue, at place: Int) {
    switch value {
    case .null: count("null", at: place)
    case .boolean(let boolean): count(boolean, at: place)
    case .number(let number): count(JSONDecimal(literal: number.text.utf8), at: place)
    case .string(let text): add(text: Array(text.utf8), at: place)
    case .array(let elements):
      guard !omitted.contains(place) else { return }
      count("[", at: place)
      for (index, element) in elements.enumerated() {
        add(element, at: RequestKey.digest(index, in: place))
      }
    case .object(let object):
      guard !omitted.contains(place) else { return }
      count("{", at: place)
      for (key, member) in object.members { add(member, at: RequestKey.digest(key, in: place)) }
    }
  }

  private mutating func count(_ value: some Hashable, at place: Int) {
    if !omitted.contains(place) { digest &+= RequestKey.digest(value, in: place) }
  }

  /// A digest of a value at a place, or of a place within one; only this process knows it.
  static func digest(_ value: some Hashable, in place: Int = 0) -> Int {
    var hasher = Hasher()
    hasher.combine(place)
    hasher.combine(value)
    return hasher.finalize()
  }
}
