package import Text

extension Fingerprint {
  /// Takes in a value regardless of its spelling: `"\u0061"` is `"a"`, `["a", 1]` is `["a",1]`, and
  /// the order of an object's members does not count. Numbers are compared as text: 1 is not 1.0.
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
