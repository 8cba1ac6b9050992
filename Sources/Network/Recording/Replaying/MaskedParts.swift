import JSON

/// The parts of a request that are masked, so that requests are found without comparing them.
///
///     POST https://h/a?page=1&api_key=***  {"query": "q", "password": "***"}
///
/// has the query's `api_key` and the body's `password`.
struct MaskedParts: Hashable, Sendable {
  private(set) var isPathMasked = false
  /// The query as a whole is not looked at.
  private(set) var isQueryMasked = false
  /// The body as a whole is not looked at.
  private(set) var isBodyMasked = false
  private(set) var queryNames: Set<[UInt8]> = []
  /// Digests of the places in a JSON body, and of the names of a form's fields.
  private(set) var bodyPlaces: Set<Int> = []

  /// Nothing is masked.
  init() {}

  init(of request: ComparableRequest) {
    isPathMasked = MaskedText.isMasked(request.target.path)
    for field in request.target.query where MaskedText.isMasked(field.value) {
      queryNames.insert(field.name)
    }
    guard MaskedText.isMasked(request.body.bytes) else { return }
    switch request.body.content {
    case .none: break
    case .bytes: isBodyMasked = true
    case .form(let fields):
      for field in fields where MaskedText.isMasked(field.value) {
        bodyPlaces.insert(PlaceDigest.of(field.name))
      }
    case .json(let value): collect(value, PlaceDigest.root)
    }
  }

  private mutating func collect(_ value: JSONValue, _ place: Int) {
    switch value {
    case .string(let text) where MaskedText.isMasked(Array(text.utf8)): bodyPlaces.insert(place)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        collect(element, PlaceDigest.of(index, in: place))
      }
    case .object(let object):
      for (key, member) in object.members { collect(member, PlaceDigest.of(key, in: place)) }
    default: break
    }
  }

  var isEmpty: Bool { self == MaskedParts() }

  /// The parts that are masked in either.
  func union(_ other: MaskedParts) -> MaskedParts {
    var union = self
    union.isPathMasked = isPathMasked || other.isPathMasked
    union.isQueryMasked = isQueryMasked || other.isQueryMasked
    union.isBodyMasked = isBodyMasked || other.isBodyMasked
    union.queryNames.formUnion(other.queryNames)
    union.bodyPlaces.formUnion(other.bodyPlaces)
    return union
  }

  /// Everything but method and origin: what masks too many different parts to be distinguished.
  static let most: MaskedParts = {
    var parts = MaskedParts()
    parts.isPathMasked = true
    parts.isBodyMasked = true
    parts.isQueryMasked = true
    return parts
  }()

  /// Whether no part of the query is masked.
  var isQueryWhole: Bool { !isQueryMasked && queryNames.isEmpty }

  /// Whether no part of the body is masked.
  var isBodyWhole: Bool { !isBodyMasked && bodyPlaces.isEmpty }
}

/// Digests of places in a body; only this process knows them.
enum PlaceDigest {
  static let root = 0

  static func of(_ name: [UInt8]) -> Int { of(name, in: root) }

  static func of(_ part: some Hashable, in place: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(place)
    hasher.combine(part)
    return hasher.finalize()
  }
}

/// Digests of the parts of a request: equal requests have equal ones, whatever the order of their
/// parameters, fields and members is.
struct RequestDigest: Sendable {
  let method: Int
  let origin: Int
  let path: Int
  let query: Int
  let body: Int

  /// What is masked is omitted.
  init(_ request: ComparableRequest, without masked: MaskedParts = MaskedParts()) {
    method = request.method.hashValue
    origin = request.target.origin.hashValue
    path = masked.isPathMasked ? 0 : request.target.path.hashValue
    query =
      masked.isQueryMasked
      ? 0
      : request.target.query.reduce(0) { sum, field in
        masked.queryNames.contains(field.name) ? sum : sum &+ field.hashValue
      }
    body = masked.isBodyMasked ? 0 : RequestDigest.digest(request.body, masked.bodyPlaces)
  }

  /// All parts in one.
  var whole: Int {
    var hasher = Hasher()
    for part in [method, origin, path, query, body] { hasher.combine(part) }
    return hasher.finalize()
  }

  /// Bodies that are no JSON have the digest of a form, so that it does not matter whether it is
  /// known that they are one.
  private static func digest(_ body: RequestBody, _ masked: Set<Int>) -> Int {
    switch body.content {
    case .none: return 0
    case .json(let value): return digest(value, PlaceDigest.root, masked)
    case .form(let fields): return digest(fields, masked)
    case .bytes: return digest(RequestField.fields(body.bytes[...]), masked)
    }
  }

  private static func digest(_ fields: [RequestField], _ masked: Set<Int>) -> Int {
    fields.reduce(1) { sum, field in
      !masked.isEmpty && masked.contains(PlaceDigest.of(field.name)) ? sum : sum &+ field.hashValue
    }
  }

  private static func digest(_ value: JSONValue, _ place: Int, _ masked: Set<Int>) -> Int {
    if !masked.isEmpty, masked.contains(place) { return 0 }
    switch value {
    case .null: return PlaceDigest.of("null", in: place)
    case .boolean(let boolean): return PlaceDigest.of(boolean, in: place)
    case .number(let number):
      return PlaceDigest.of(JSONDecimal(literal: number.text.utf8), in: place)
    case .string(let text): return PlaceDigest.of(text, in: place)
    case .array(let elements):
      return elements.enumerated().reduce(PlaceDigest.of("[", in: place)) { sum, element in
        sum &+ digest(element.element, PlaceDigest.of(element.offset, in: place), masked)
      }
    case .object(let object):
      return object.members.reduce(PlaceDigest.of("{", in: place)) { sum, member in
        sum &+ digest(member.value, PlaceDigest.of(member.key, in: place), masked)
      }
    }
  }
}
