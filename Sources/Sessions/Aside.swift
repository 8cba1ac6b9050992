/// A value that is rarely there, kept outside of what holds it: where there is none it takes one
/// word, whatever its size. Reading copies it, and setting allocates.
@propertyWrapper
struct Aside<Value: Sendable>: Sendable {
  /// Empty, or the value alone.
  private var values: [Value] = []

  var wrappedValue: Value? {
    get { values.first }
    set { values = newValue.map { [$0] } ?? [] }
  }

  init() {}
}
