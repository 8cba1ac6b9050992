package import Text

extension Fingerprint {
  /// Takes in a value, whatever its spelling: `"\u0061"` is `"a"`, `["a", 1]` is `["a",1]`, and
  /// the members of an object count in any order. Numbers are their texts: 1 is not 1.0.
  package mutating func add(_ document: JSONDocument, _ value: JSONSlice) {
    if value.kind == .array || value.kind == .object {
      add(document.value(value).canonical.bytes)
    } else if value.hasEscapes, let text = document.string(value) {
      add(Array("\"\(text)\"".utf8))
    } else {
      add(document.bytes, value.range)
    }
  }
}
