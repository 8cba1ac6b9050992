import JSON

/// The key by which a request is found in a recording: digests of its parts. The order of
/// parameters, fields and members does not count.
///
///     POST https://h/a?page=1&api_key=***  {"query": "q", "password": "***"}
///
/// masks the places of `api_key` in the query and of `password` in the body. The key of a recorded
/// request omits what is at its masks, and so do the keys of requests that are looked up.
struct RequestKey: Sendable {
  /// A digest for each ``Part``.
  private(set) var digests = SIMD4<UInt32>()
  /// The places where something is masked.
  private(set) var masks: Set<Int> = []
  private var maskedParts = SIMDMask<SIMD4<Int32>>()
  private let omitted: Set<Int>

  /// A part of a request; its number is also the place of the whole part.
  private enum Part: Int, CaseIterable {
    case methodAndOrigin
    case path
    case query
    case body
  }

  /// Everything but method and origin, as a set of places.
  static let allPlaces: Set<Int> = [Part.path.rawValue, Part.query.rawValue, Part.body.rawValue]
  /// The number of parts that may differ.
  static let partsCount = Part.allCases.count

  /// The key of a request without what is at some places.
  init(_ request: ComparableRequest, without omitted: Set<Int> = []) {
    self.omitted = omitted
    let start = RequestKey.digest(request.method, in: Part.methodAndOrigin.rawValue)
    add(RequestKey.digest(request.target.origin, in: start), to: .methodAndOrigin)
    add(request.target.path, to: .path, at: Part.path.rawValue)
    add(request.target.query, to: .query)
    let bytes = request.body.bytes
    switch request.body.content {
    case .none: break
    case .json(let value): add(value, at: Part.body.rawValue)
    case .form(let fields): add(fields, to: .body)
    case .bytes:
      // As those of a form, so that it does not matter whether it is known that they are one.
      add(RequestField.fields(bytes[...]), to: .body)
      if MaskedText.isMasked(bytes) { mask(Part.body.rawValue, in: .body) }
    }
  }

  /// In how many parts the requests of both keys surely differ, where `other` are the digests of a
  /// recorded one. What this one masks may be the same.
  func differingParts(from other: SIMD4<UInt32>) -> Int {
    let differing = (digests .!= other) .& .!maskedParts
    return (0..<RequestKey.partsCount).count { differing[$0] }
  }

  // MARK: Parts

  private mutating func add(_ fields: [RequestField], to part: Part) {
    guard !omitted.contains(part.rawValue) else { return }
    for field in fields {
      add(field.value, to: part, at: RequestKey.digest(field.name, in: part.rawValue))
    }
  }

  private mutating func add(_ text: [UInt8], to part: Part, at place: Int) {
    guard !omitted.contains(place) else { return }
    if MaskedText.isMasked(text) { mask(place, in: part) }
    add(RequestKey.digest(text, in: place), to: part)
  }

  private mutating func add(_ value: JSONValue, at place: Int) {
    guard !omitted.contains(place) else { return }
    switch value {
    case .null: add(RequestKey.digest("null", in: place), to: .body)
    case .boolean(let boolean): add(RequestKey.digest(boolean, in: place), to: .body)
    case .number(let number):
      add(RequestKey.digest(JSONDecimal(literal: number.text.utf8), in: place), to: .body)
    case .string(let text): add(Array(text.utf8), to: .body, at: place)
    case .array(let elements):
      add(RequestKey.digest("[", in: place), to: .body)
      for (index, element) in elements.enumerated() {
        add(element, at: RequestKey.digest(index, in: place))
      }
    case .object(let object):
      add(RequestKey.digest("{", in: place), to: .body)
      for (key, member) in object.members { add(member, at: RequestKey.digest(key, in: place)) }
    }
  }

  private mutating func mask(_ place: Int, in part: Part) {
    masks.insert(place)
    maskedParts[part.rawValue] = true
  }

  private mutating func add(_ digest: Int, to part: Part) {
    digests[part.rawValue] &+= UInt32(truncatingIfNeeded: digest)
  }

  /// A digest of a value at a place, or of a place within one; only this process knows it.
  private static func digest(_ value: some Hashable, in place: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(place)
    hasher.combine(value)
    return hasher.finalize()
  }
}
