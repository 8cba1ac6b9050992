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

/// A value that is kept outside what holds it, and read and changed in place: copies of that share it
/// until one of them changes it.
///
/// `@unchecked Sendable`: the value in a box is only changed while one copy alone has that box.
@propertyWrapper
package struct Shared<Value: Sendable>: @unchecked Sendable {
  private final class Box: ManagedBuffer<Void, Value> {
    static func make(_ value: Value) -> Box {
      let box = unsafeDowncast(create(minimumCapacity: 1) { _ in }, to: Box.self)
      box.value.initialize(to: value)
      return box
    }

    var value: UnsafeMutablePointer<Value> { withUnsafeMutablePointerToElements { $0 } }

    deinit { value.deinitialize(count: 1) }
  }

  private var box: Box

  package var wrappedValue: Value {
    _read { yield box.value.pointee }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box.make(box.value.pointee) }
      yield &box.value.pointee
    }
  }

  /// The same value, shared.
  package var projectedValue: Self { self }

  package init(wrappedValue: Value) { box = Box.make(wrappedValue) }
}
