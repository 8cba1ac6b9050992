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

  /// The same value, shared.
  package var projectedValue: Self { self }

  package init(wrappedValue: Value) { box = Box(wrappedValue) }
}

/// A value that is kept outside what holds it, and read and changed in place: copies of that share it
/// until one of them changes it. For values that are changed often.
///
/// `@unchecked Sendable`: the value in a box is only changed while one copy alone has that box.
@propertyWrapper
struct Boxed<Value: Sendable>: @unchecked Sendable {
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

  var wrappedValue: Value {
    _read { yield box.value.pointee }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box.make(box.value.pointee) }
      yield &box.value.pointee
    }
  }

  init(wrappedValue: Value) { box = Box.make(wrappedValue) }
}
