import JSON

/// The numbered values that a frame has besides its item.
struct FrameLayout {
  /// The slots: values at paths of keys, at least one, from the item.
  var slots = Numbering<JSONPath>()
  /// The links: values at paths from the object that holds the relationship.
  var links = Numbering<JSONPath>()
}

/// Values that are numbered in the order in which they come up.
struct Numbering<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int32] = [:]

  /// The value's number.
  mutating func number(of value: Value) -> Int32 {
    if let number = numbers[value] { return number }
    let number = Int32(values.count)
    values.append(value)
    numbers[value] = number
    return number
  }
}
