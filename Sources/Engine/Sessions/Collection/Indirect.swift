/// An optional value kept outside its container: an empty one takes one word, regardless of the
/// value's size. Changing it in place neither copies nor allocates.
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

  /// True where there is a value, which is not copied for that.
  var projectedValue: Bool { !values.isEmpty }

  init() {}
}

/// A value that is kept outside what holds it, so that copies of that share it until one of them
/// changes it.
@propertyWrapper
struct Shared<Value: Sendable>: Sendable {
  /// The value alone.
  private var values: [Value]

  var wrappedValue: Value {
    _read { yield values[0] }
    _modify { yield &values[0] }
  }

  init(wrappedValue: Value) { values = [wrappedValue] }
}
