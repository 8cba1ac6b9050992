import HTTP

/// A request in the parts by which it is found in a recording: method, origin, path, query, body.
struct ComparableRequest: Sendable {
  let method: String
  let target: RequestTarget
  let body: RequestBody

  /// Everything in which this request differs from a recorded one; empty: it is answered by it.
  func differences(to recorded: ComparableRequest) -> [RequestDifference] {
    var differences: [RequestDifference] = []
    if method != recorded.method {
      differences.append(RequestDifference(.method, requested: method, recorded: recorded.method))
    }
    if target.origin != recorded.target.origin {
      differences.append(
        RequestDifference(.origin, requested: target.origin, recorded: recorded.target.origin))
    }
    if !MaskedText.agree(target.path, recorded.target.path) {
      differences.append(
        RequestDifference(
          .path, requested: String(decoding: target.path, as: UTF8.self),
          recorded: String(decoding: recorded.target.path, as: UTF8.self)))
    }
    if target.query != recorded.target.query {
      differences += FieldDifferences.all(target.query, recorded.target.query, part: .query)
    }
    if let difference = body.difference(to: recorded.body) { differences.append(difference) }
    return differences
  }
}

extension ComparableRequest {
  /// nil for a URL that is not http or https.
  init?(_ request: HTTPRequest) {
    guard let target = RequestTarget(Array(request.url.text.utf8)) else { return nil }
    self.init(
      method: request.method.name, target: target,
      body: RequestBody(request.body ?? [], mediaType: request.headers["Content-Type"]))
  }
}

/// The differences between two multisets of named values.
enum FieldDifferences {
  /// One difference for each name, in the order in which they were requested, then recorded.
  static func all(
    _ requested: [RequestField], _ recorded: [RequestField], part: RequestDifference.Part
  ) -> [RequestDifference] {
    let now = Dictionary(grouping: requested, by: \.name)
    let before = Dictionary(grouping: recorded, by: \.name)
    var seen: Set<[UInt8]> = []
    var differences: [RequestDifference] = []
    for field in requested + recorded where seen.insert(field.name).inserted {
      var extra = (now[field.name] ?? []).map(\.value)
      var missing = (before[field.name] ?? []).map(\.value)
      cancel(&extra, &missing)
      guard !extra.isEmpty || !missing.isEmpty else { continue }
      differences.append(
        RequestDifference(
          part, name: String(decoding: field.name, as: UTF8.self), requested: text(extra),
          recorded: text(missing)))
    }
    return differences
  }

  /// Removes the values that both lists have: first equal values, then values that match a mask.
  private static func cancel(_ requested: inout [[UInt8]], _ recorded: inout [[UInt8]]) {
    var counts: [[UInt8]: Int] = [:]
    for value in recorded { counts[value, default: 0] += 1 }
    requested.removeAll { value in
      guard let count = counts[value], count > 0 else { return false }
      counts[value] = count - 1
      return true
    }
    recorded.removeAll { value in
      guard let count = counts[value], count > 0 else { return true }
      counts[value] = count - 1
      return false
    }
    guard !requested.isEmpty, !recorded.isEmpty,
      (requested + recorded).contains(where: MaskedText.isMasked)
    else { return }
    requested.removeAll { value in
      guard let index = recorded.firstIndex(where: { MaskedText.agree(value, $0) }) else {
        return false
      }
      recorded.remove(at: index)
      return true
    }
  }

  private static func text(_ values: [[UInt8]]) -> String? {
    values.isEmpty
      ? nil : values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
  }
}
