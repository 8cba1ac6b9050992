import JSON
import RPC
import Sessions

extension JSONFragments {
  /// Continues with the members of an object whose text begins with a brace: that becomes a comma.
  mutating func append(continuing object: [UInt8]) {
    var bytes = object
    if !bytes.isEmpty { bytes[0] = UInt8(ascii: ",") }
    append(bytes)
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ error: RPCError?) {
    key(name)
    if let error { raw(error.text) } else { null() }
  }

  mutating func member(_ name: StaticString, _ state: SessionSnapshot) {
    key(name)
    state.write(to: &self)
  }

  /// Writes both ends of a range.
  mutating func bounds(_ lower: Int, _ upper: Int) {
    beginArray()
    integer(lower)
    integer(upper)
    endArray()
  }
}
