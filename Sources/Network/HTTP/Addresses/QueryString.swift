/// The part of a URL after the "?", as ordered members that keep their raw text.
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
      self.rawName = QueryString.encode(name)
      self.rawValue = QueryString.encode(value)
    }

    /// The decoded name, for comparison; "+" is read as a space here, as forms write it.
    package var name: String { QueryString.decode(rawName, plusIsSpace: true) }
    /// The decoded value, "" without one; "+" stays, so that a token is never damaged.
    package var value: String { QueryString.decode(rawValue ?? "") }
    /// As it is in the query.
    package var text: String { QueryString.join([self]) }
  }

  /// The members in order, repeated names included; empty ones (`a&&b`) are omitted.
  ///
  /// A leading "?" is skipped.
  package static func parse(_ text: String) -> [Member] {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "?") { rest.removeFirst() }
    return rest.split(separator: UInt8(ascii: "&")).map { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
        return Member(rawName: String(Substring(part)), rawValue: nil)
      }
      return Member(
        rawName: String(Substring(part[..<equals])),
        rawValue: String(Substring(part[equals...].dropFirst())))
    }
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

  /// The query with `name` set to `value` (both plain), every other member untouched.
  ///
  /// The first member of that name changes in place and further ones go; without one it is added
  /// at the end. A nil value removes them all.
  package static func setting(_ name: String, to value: String?, in query: String) -> String {
    var members: [Member] = []
    var pending = value
    for member in parse(query) {
      guard member.name == name else {
        members.append(member)
        continue
      }
      guard let value = pending else { continue }
      members.append(Member(rawName: member.rawName, rawValue: encode(value)))
      pending = nil
    }
    if let value = pending { members.append(Member(name: name, value: value)) }
    return join(members)
  }

  /// Percent-encodes every byte but the unreserved ones of RFC 3986: letters, digits, `-._~`.
  package static func encode(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isUnreserved) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3)
    for byte in text.utf8 {
      appendEncoded(byte, to: &bytes, keeping: isUnreserved)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Undoes percent-encoding; a "%" without two hexadecimal digits stays as it is, and bytes
  /// that are no UTF-8 become U+FFFD.
  package static func decode(_ text: String, plusIsSpace: Bool = false) -> String {
    guard text.utf8.contains(where: { $0 == percent || (plusIsSpace && $0 == plus) }) else {
      return text
    }
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let byte = percentDecoded(bytes, at: index) {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(plusIsSpace && bytes[index] == plus ? 0x20 : bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// The text with every byte percent-encoded once, whether it was encoded before or not: `a b%2f`
  /// becomes `a%20b%2F`. Only unreserved bytes stay as they are; "+" is a plus sign.
  package static func reencode(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = percentDecoded(bytes, at: index)
      appendEncoded(byte ?? bytes[index], to: &encoded, keeping: isUnreserved)
      index += byte == nil ? 1 : 3
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Letters, digits and `-._~` (RFC 3986 section 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Appends the byte itself where `keeping` says so, else its `%XX`.
  static func appendEncoded(
    _ byte: UInt8, to bytes: inout [UInt8], keeping: (UInt8) -> Bool
  ) {
    guard !keeping(byte) else {
      bytes.append(byte)
      return
    }
    bytes.append(percent)
    bytes.append(hexDigit(byte >> 4))
    bytes.append(hexDigit(byte & 15))
  }

  /// The byte that `%XX` at that index stands for; nil where there is none.
  static func percentDecoded(_ bytes: [UInt8], at index: Int) -> UInt8? {
    index < bytes.count && bytes[index] == percent ? byte(ofDigitsIn: bytes, at: index + 1) : nil
  }

  /// The byte at the index that was percent-encoded more than once (`%25252F`), and how long it is so.
  static func repeatedlyDecoded(_ bytes: [UInt8], at index: Int) -> (byte: UInt8, length: Int)? {
    guard percentDecoded(bytes, at: index) == percent else { return nil }
    var last = index + 1
    // `25` is one more round where two digits follow it.
    while byte(ofDigitsIn: bytes, at: last) == percent,
      byte(ofDigitsIn: bytes, at: last + 2) != nil
    {
      last += 2
    }
    guard last > index + 1, let byte = byte(ofDigitsIn: bytes, at: last) else { return nil }
    return (byte, last + 2 - index)
  }

  private static func byte(ofDigitsIn bytes: [UInt8], at index: Int) -> UInt8? {
    guard index + 1 < bytes.count, let high = hexValue(bytes[index]),
      let low = hexValue(bytes[index + 1])
    else { return nil }
    return high << 4 | low
  }

  /// The value of a hexadecimal digit in either case.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static let percent = UInt8(ascii: "%")
  private static let plus = UInt8(ascii: "+")

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
