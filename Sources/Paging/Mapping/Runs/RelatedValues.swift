import JSON

/// The values that a called mapping wants of each of its items.
///
/// The pass over the body has only validated related lists; each one is scanned again as a text of
/// its own.
struct RelatedValues: Sendable {
  private var listPlan = JSONPlan()
  private var itemPlan = JSONPlan()
  /// The number of values.
  private(set) var count = 0

  /// Wants the values at the paths, in this order.
  init(_ paths: [JSONPath]) {
    count = paths.count
    _ = listPlan.captureList(.root, elementPaths: paths)
    for path in paths { _ = itemPlan.capture(path) }
  }

  /// The elements of an array with their values; nil where they are more than `valuesMax` together.
  func list(of array: JSONSlice, _ document: JSONDocument, valuesMax: Int) -> JSONList? {
    guard count > 0 else {
      return JSONList(slice: array, elements: document.elements(of: array))
    }
    guard let scan = Self.scan(array, document, listPlan, valuesMax), var list = scan.lists.first
    else { return nil }
    Self.move(&list.elements, by: array.start)
    Self.move(&list.elementSlots, by: array.start)
    list.slice = array
    return list
  }

  /// The values of one item.
  func slots(of item: JSONSlice, _ document: JSONDocument) -> [JSONSlice] {
    guard count > 0, item.kind == .object, var scan = Self.scan(item, document, itemPlan)
    else {
      return Array(repeating: .absent, count: count)
    }
    Self.move(&scan.slots, by: item.start)
    return scan.slots
  }

  /// Scans a copy of a value's bytes.
  private static func scan(
    _ value: JSONSlice, _ document: JSONDocument, _ plan: JSONPlan,
    _ valuesMax: Int = JSONPlan.listValuesMax
  ) -> JSONScan? {
    try? JSONDocument.scan(Array(document.bytes[value.range]), plan: plan, listValuesMax: valuesMax)
  }

  /// Makes offsets into the copy offsets into the body.
  private static func move(_ slices: inout [JSONSlice], by start: UInt32) {
    for index in slices.indices where !slices[index].isAbsent {
      slices[index] = slices[index].moved(by: start)
    }
  }
}
