/// An optional value kept outside what holds it: where there is none it takes one word, whatever
/// its size. Changing it in place neither copies nor allocates.
@propertyWrapper
struct Indirect<Value: Sendable>: Sendable {
  /// Empty, or the value alone.
  private var values: [Value] = []

  var wrappedValue: Value? {
    get { values.first }
    _modify {
      var value = values.popLast()
      defer { if let value { values.append(value) } }
      yield &value
    }
  }

  init() {}
}
