/// The query of a URL, as ordered members that keep their raw text.
///
///     "page=2&tag=a%2Cb&tag=c+d&flag"
///
/// has four members: `page` `2`, `tag` `a%2Cb` (decoded "a,b"), `tag` `c+d` (decoded "c+d"),
/// `flag` without a value.
package enum QueryString {
  /// One `name=value`, as it is in the query.
  package struct Member: Sendable, Hashable {
    /// Percent-encoded, as written.
    package var rawName: String
    /// Percent-encoded, as written, everything after the first "="; nil where there is no "=".
    package var rawValue: String?

    /// Makes a member of raw texts.
    package init(rawName: String, rawValue: String?) {
      self.rawName = rawName
      self.rawValue = rawValue
    }

    /// Makes a member of plain texts, which are percent-encoded.
    package init(name: String, value: String) {
      self.rawName = PercentCoding.encode(name)
      self.rawValue = PercentCoding.encode(value)
    }

    /// The decoded name, for comparison; "+" is read as a space here, as forms write it.
    package var name: String { PercentCoding.decode(rawName, plusIsSpace: true) }
    /// The decoded value, "" without one; "+" stays, so that a token is never damaged.
    package var value: String { PercentCoding.decode(rawValue ?? "") }
    /// As it is in the query.
    package var text: String { QueryString.join([self]) }
  }

  /// The members in order, repeated names included; empty ones (`a&&b`) are omitted.
  ///
  /// A leading "?" is skipped.
  package static func parse(_ text: String) -> [Member] {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "?") { rest.removeFirst() }
    var members: [Member] = []
    while !rest.isEmpty {
      let member = rest.prefix { $0 != UInt8(ascii: "&") }
      rest = rest[member.endIndex...].dropFirst()
      if member.isEmpty { continue }
      let name = member.prefix { $0 != UInt8(ascii: "=") }
      let value = member[name.endIndex...].dropFirst()
      let hasValue = name.endIndex < member.endIndex
      members.append(
        Member(
          rawName: String(decoding: name, as: UTF8.self),
          rawValue: hasValue ? String(decoding: value, as: UTF8.self) : nil))
    }
    return members
  }

  /// The members of the query of a URL, URL pattern or relative reference.
  package static func members(of url: String) -> [Member] {
    parse(String(URLParts(url).query ?? ""))
  }

  /// The members joined by "&", each as it is.
  package static func join(_ members: [Member]) -> String {
    var query = ""
    for member in members {
      if !query.isEmpty { query += "&" }
      query += member.rawName
      if let value = member.rawValue {
        query += "="
        query += value
      }
    }
    return query
  }

  /// Appends a query to bytes, with every member of the name replaced by the values (all plain), in
  /// the place of the first one, or at the end; other members as they are, empty ones omitted.
  package static func append(
    _ query: ArraySlice<UInt8>, replacing name: String, by values: [String],
    to bytes: inout [UInt8]
  ) {
    let beginning = bytes.count
    var isMissing = true
    func appendValues() {
      for value in values where isMissing {
        if bytes.count > beginning { bytes.append(ASCII.ampersand) }
        bytes += PercentCoding.encode(name).utf8
        bytes.append(ASCII.equals)
        bytes += PercentCoding.encode(value).utf8
      }
      isMissing = false
    }
    var start = query.startIndex
    while start < query.endIndex {
      let end = query[start...].firstIndex(of: ASCII.ampersand) ?? query.endIndex
      let member = query[start..<end]
      start = end + 1
      if member.isEmpty { continue }
      if isNamed(name, member) {
        appendValues()
      } else {
        if bytes.count > beginning { bytes.append(ASCII.ampersand) }
        bytes += member
      }
    }
    appendValues()
  }

  /// True when a member, encoded as in a query, has the plain name.
  private static func isNamed(_ name: String, _ member: ArraySlice<UInt8>) -> Bool {
    let raw = member.prefix { $0 != UInt8(ascii: "=") }
    guard raw.contains(where: { $0 == ASCII.percent || $0 == ASCII.plus }) else {
      return raw.elementsEqual(name.utf8)
    }
    return PercentCoding.decoded(raw, plusIsSpace: true).elementsEqual(name.utf8)
  }
}
