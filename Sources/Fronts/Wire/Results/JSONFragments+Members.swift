import JSON

extension JSONFragments {
  /// Continues with the members of an object whose text begins with a brace: that becomes a comma.
  mutating func append(continuing object: [UInt8]) {
    var bytes = object
    if !bytes.isEmpty { bytes[0] = UInt8(ascii: ",") }
    append(bytes)
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ value: JSONValue) {
    key(name)
    self.value(value)
  }
}
