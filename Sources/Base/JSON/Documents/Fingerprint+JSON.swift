package import Text

extension Fingerprint {
  /// Takes in a value regardless of its spelling: `"\u0061"` is `"a"`, `["a", 1]` is `["a",1]`, and
  /// the order of an object's members does not count. Numbers are compared as text: 1 is not 1.0. A
  /// string with half a surrogate pair, which no text can hold, is compared as it is spelled.
  @inline(__always)
  package mutating func add(_ document: JSONDocument, _ value: JSONSlice) {
    if value.kind == .array || value.kind == .object {
      add(document.value(value).canonical.bytes)
    } else if value.hasEscapes {
      // Without the quotes the spelling is no other string's.
      let quote = [ASCII.quote]
      add(document.utf8(value).map { quote + $0 + quote } ?? Array(document.bytes[value.content]))
    } else {
      add(document.bytes, value.range)
    }
  }
}

extension JSONList {
  /// A digest of the values in some slots of each element: 0 where one of them is missing or null.
  package func digests(of slots: [Int], in document: JSONDocument) -> [UInt64] {
    var digests: [UInt64] = []
    digests.reserveCapacity(elements.count)
    let (elements, values) = (elements.span, elementSlots.span)
    for index in elements.indices {
      var digest = Fingerprint()
      var isWhole = !elements[index].isNothing
      for slot in slots {
        let value = values[index * slotsPerElement + slot]
        if value.isNothing { isWhole = false } else { digest.add(document, value) }
      }
      digests.append(isWhole ? max(1, digest.value) : 0)
    }
    return digests
  }
}
