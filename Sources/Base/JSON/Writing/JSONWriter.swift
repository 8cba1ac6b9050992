import Text

/// Appends JSON to a byte array and puts the commas itself.
///
/// `beginObject(); key("a"); integer(1); key("b"); null(); endObject()` writes
/// `{"a":1,"b":null}`. It trusts the order of the calls: a key before each member's value, and
/// every begin with its end.
package struct JSONWriter: Sendable {
  /// The text written so far.
  package var bytes: [UInt8] = []
  /// A value is before the next one in the same container.
  private var needsComma = false

  /// A writer with room for that many bytes.
  package init(reservingCapacity capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
  }

  /// Moves the text so far to the end of a longer one, where the caller may add a value itself:
  /// the next member or element follows one.
  package mutating func move(to fragments: inout JSONFragments) {
    fragments.append(bytes)
    self = JSONWriter()
    needsComma = true
  }

  /// Starts an object.
  package mutating func beginObject() { begin(ASCII.leftBrace) }
  /// Ends the object.
  package mutating func endObject() { end(ASCII.rightBrace) }
  /// Ends the object with the text of its last members and its end: `,"b":null}`.
  package mutating func endObject(with text: [UInt8]) {
    bytes.append(contentsOf: text)
    needsComma = true
  }
  /// Starts an array.
  package mutating func beginArray() { begin(ASCII.leftBracket) }
  /// Ends the array.
  package mutating func endArray() { end(ASCII.rightBracket) }

  /// Writes a member's key, which must need no escapes.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(ASCII.quote)
    bytes.append(name)
    bytes.append("\":")
    needsComma = false
  }

  /// Writes a member's key with the escapes that it needs.
  package mutating func key(text name: String) {
    separate()
    Self.append(string: name.utf8, to: &bytes)
    bytes.append(ASCII.colon)
    needsComma = false
  }

  /// Writes a string.
  package mutating func string(_ string: String) {
    write { Self.append(string: string.utf8, to: &$0) }
  }

  /// Writes a string of bytes where they are UTF-8; else nothing, and returns false.
  package mutating func string(ifUTF8 bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    write {
      $0.append(ASCII.quote)
      JSONEscapes.append(bytes.span, to: &$0)
      $0.append(ASCII.quote)
    }
    return true
  }

  /// Writes a whole number.
  package mutating func integer(_ integer: Int) {
    let magnitude = integer.magnitude
    var unit: UInt = 1
    while magnitude / unit >= 10 { unit *= 10 }
    write {
      if integer < 0 { $0.append(ASCII.minus) }
      while unit > 0 {
        $0.append(ASCII.zero + UInt8(truncatingIfNeeded: magnitude / unit % 10))
        unit /= 10
      }
    }
  }

  /// Writes `true` or `false`.
  package mutating func boolean(_ boolean: Bool) {
    raw(boolean ? "true" : "false")
  }

  /// Writes `null`.
  package mutating func null() {
    raw("null")
  }

  /// Writes a number with its shortest exact digits; `null` where it is not finite.
  package mutating func double(_ double: Double) {
    guard double.isFinite else { return null() }
    write { $0.append(contentsOf: double.description.utf8) }
  }

  /// Writes bytes that are one JSON value.
  package mutating func raw(_ json: [UInt8]) {
    write { $0.append(contentsOf: json) }
  }

  /// Writes a text that is one JSON value.
  package mutating func raw(_ json: StaticString) {
    write { $0.append(json) }
  }

  /// Writes a value of a document as it is; `null` where it is absent.
  package mutating func raw(_ document: JSONDocument, _ slice: JSONSlice) {
    guard !slice.isAbsent else { return null() }
    write { $0.append(contentsOf: document.bytes[slice.range]) }
  }

  /// Writes a tree.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .boolean(let boolean): self.boolean(boolean)
    case .number(let number): write { $0.append(contentsOf: number.text.utf8) }
    case .string(let string): self.string(string)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        key(text: member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(ASCII.comma) }
  }

  /// Writes a value, after a comma where one is due.
  @inline(__always)
  private mutating func write(_ value: (inout [UInt8]) -> Void) {
    separate()
    value(&bytes)
    needsComma = true
  }

  /// Appends a text as the inside of a string.
  package static func append(escaping text: Span<UInt8>, to bytes: inout [UInt8]) {
    JSONEscapes.append(text, to: &bytes)
  }

  private static func append(string utf8: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(ASCII.quote)
    let start = bytes.count
    bytes.append(contentsOf: utf8)
    JSONEscapes.escape(&bytes, from: start)
    bytes.append(ASCII.quote)
  }

  // MARK: Members in one call; nil writes `null`

  /// Writes a member with a string.
  package mutating func member(_ key: StaticString, _ value: String?) {
    self.key(key)
    if let value { string(value) } else { null() }
  }

  /// Writes a member with a whole number.
  package mutating func member(_ key: StaticString, _ value: Int?) {
    self.key(key)
    if let value { integer(value) } else { null() }
  }

  /// Writes a member with a boolean.
  package mutating func member(_ key: StaticString, _ value: Bool?) {
    self.key(key)
    if let value { boolean(value) } else { null() }
  }

  /// The text of an object.
  package static func object(
    reservingCapacity capacity: Int = 256, _ write: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: capacity)
    writer.object(nil, write)
    return writer.bytes
  }

  /// Writes an object; `name`: as a member of that name.
  package mutating func object(
    _ name: StaticString? = nil, _ write: (inout JSONWriter) -> Void
  ) {
    if let name { key(name) }
    beginObject()
    write(&self)
    endObject()
  }

  /// Writes a member that is an array.
  package mutating func array(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
    key(name)
    beginArray()
    write(&self)
    endArray()
  }

  package mutating func member(_ name: StaticString, _ value: JSONValue) {
    key(name)
    self.value(value)
  }

  /// Writes a member that is JSON text already.
  package mutating func raw(_ name: StaticString, _ json: [UInt8]?) {
    key(name)
    if let json { raw(json) } else { null() }
  }
}
