/// An optional value kept outside its container: an empty one takes one word, regardless of the
/// value's size. Changing it in place neither copies nor allocates.
@propertyWrapper
package struct Indirect<Value: Sendable>: Sendable {
  /// Empty, or the value alone.
  private var values: [Value] = []

  package var wrappedValue: Value? {
    get { values.first }
    _modify {
      var value = values.popLast()
      defer { if let value { values.append(value) } }
      yield &value
    }
  }

  /// True where there is a value, which is not copied for that.
  package var projectedValue: Bool { !values.isEmpty }

  package init() {}
}

/// A value that is kept outside what holds it, so that copies of that share it. Each change makes
/// another one: for values that are read and copied often, and changed seldom.
@propertyWrapper
package struct Shared<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  package var wrappedValue: Value {
    _read { yield box.value }
    _modify {
      var value = box.value
      yield &value
      box = Box(value)
    }
  }

  package init(wrappedValue: Value) { box = Box(wrappedValue) }
}
