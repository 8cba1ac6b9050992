package import Text

extension Fingerprint {
  /// Takes in a value regardless of its spelling: `"\u0061"` is `"a"`, `["a", 1]` is `["a",1]`, and
  /// the order of an object's members does not count. Numbers are compared as text: 1 is not 1.0. A
  /// string with half a surrogate pair, which no text can hold, is compared as it is spelled.
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
