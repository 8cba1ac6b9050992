import Text

/// Reading: total functions, the wrong kind gives nil or nothing.
extension JSONDocument {
  /// The value of the last member with that key; nil without such a member, or for another kind of
  /// value.
  package func member(_ key: String, of object: JSONSlice) -> JSONSlice? {
    member(utf8: Array(key.utf8), of: object)
  }

  /// The value of the last member whose key has these UTF-8 bytes. `known`: a value of the document,
  /// which is not read again.
  package func member(
    utf8 key: [UInt8], of object: JSONSlice, knowing known: JSONSlice = .absent
  ) -> JSONSlice? {
    var found: JSONSlice?
    forEachMember(of: object, knowing: known) { if equals($0, utf8: key) { found = $1 } }
    return found
  }

  /// The members in order, duplicates included; none where the slice is not an object.
  package func members(of object: JSONSlice) -> [(key: JSONSlice, value: JSONSlice)] {
    var members: [(key: JSONSlice, value: JSONSlice)] = []
    forEachMember(of: object) { members.append(($0, $1)) }
    return members
  }

  /// Calls `body` with each of the members in order, duplicates included.
  package func forEachMember(
    of object: JSONSlice, knowing known: JSONSlice = .absent,
    _ body: (_ key: JSONSlice, _ value: JSONSlice) -> Void
  ) {
    guard var cursor = JSONCursor(object, kind: .object, knowing: known) else { return }
    let span = bytes.span
    while let member = cursor.nextMember(span) { body(member.key, member.value) }
  }

  /// True for `{}`, also with blanks inside.
  package func isEmptyObject(_ value: JSONSlice) -> Bool {
    value.kind == .object
      && bytes[(value.range.lowerBound + 1)..<(value.range.upperBound - 1)].allSatisfy {
        $0 <= ASCII.space
      }
  }

  /// The elements in order; none where the slice is not an array.
  package func elements(of array: JSONSlice) -> [JSONSlice] {
    elements(of: array, most: .max).first
  }

  /// The first elements in order, and the number of all; none where the slice is not an array.
  package func elements(of array: JSONSlice, most: Int) -> (first: [JSONSlice], count: Int) {
    guard var cursor = JSONCursor(array, kind: .array) else { return ([], 0) }
    let span = bytes.span
    var first: [JSONSlice] = []
    var count = 0
    while let element = cursor.nextElement(span) {
      if count < most { first.append(element) }
      count += 1
    }
    return (first, count)
  }

  /// The first element of an array; nil for an empty one, and for any other value.
  package func firstElement(of array: JSONSlice) -> JSONSlice? {
    guard var cursor = JSONCursor(array, kind: .array) else { return nil }
    return cursor.nextElement(bytes.span)
  }

  /// The number of elements in the array; 0 for any other value.
  package func elementCount(of array: JSONSlice) -> Int { elements(of: array, most: 0).count }

  /// The text of a string, escapes resolved; a lone surrogate becomes U+FFFD.
  package func string(_ slice: JSONSlice) -> String? {
    guard slice.kind == .string else { return nil }
    if slice.hasEscapes {
      return String(decoding: JSONEscapes.resolved(bytes.span, slice.content), as: UTF8.self)
    }
    return String(decoding: bytes[slice.content], as: UTF8.self)
  }

  /// The UTF-8 of a string, escapes resolved; nil for other kinds, and for a string with a lone
  /// surrogate, which no Unicode text can hold.
  package func utf8(_ slice: JSONSlice) -> [UInt8]? {
    guard slice.kind == .string else { return nil }
    guard slice.hasEscapes else { return Array(bytes[slice.content]) }
    guard !JSONEscapes.hasLoneSurrogate(bytes.span, slice.content) else { return nil }
    return JSONEscapes.resolved(bytes.span, slice.content)
  }

  /// True when the slice is a string with that text (as UTF-8), escapes resolved.
  package func equals(_ slice: JSONSlice, utf8 text: [UInt8]) -> Bool {
    guard slice.kind == .string else { return false }
    if slice.hasEscapes { return JSONEscapes.resolved(bytes.span, slice.content) == text }
    return bytes[slice.content].elementsEqual(text)
  }

  /// The value of `true` or `false`.
  package func boolean(_ slice: JSONSlice) -> Bool? {
    slice.kind == .boolean ? bytes[Int(slice.start)] == ASCII.lowerT : nil
  }

  /// The exact value of a number that is whole and fits: 3, 3.0, 3e0 and 30e-1 are 3.
  package func integer(_ slice: JSONSlice) -> Int? {
    guard slice.kind == .number else { return nil }
    let text = bytes.span.extracting(slice.range)
    return NumberLiteral(text)?.integer(text)
  }

  /// The nearest double of a number; nil where it would be infinite.
  package func double(_ slice: JSONSlice) -> Double? {
    guard slice.kind == .number, let double = Double(text(slice)), double.isFinite else {
      return nil
    }
    return double
  }

  /// The literal text as it is, a string's quotes and escapes included; "" for `absent`.
  package func text(_ slice: JSONSlice) -> String {
    String(decoding: bytes[slice.range], as: UTF8.self)
  }

  /// The value at the path from `slice` on; nil if the path leads nowhere.
  package func resolve(
    _ path: JSONPath, from slice: JSONSlice, knowing known: JSONSlice = .absent
  ) -> JSONSlice? {
    var current = slice
    for component in path.components {
      let next: JSONSlice? =
        switch current.kind {
        case .object: member(utf8: component.key, of: current, knowing: known)
        case .array: element(component.index, of: current)
        default: nil
        }
      guard let next else { return nil }
      current = next
    }
    return current.isAbsent ? nil : current
  }

  /// The element at the index, counted from the end where it is negative.
  private func element(_ index: Int?, of array: JSONSlice) -> JSONSlice? {
    guard var index, var cursor = JSONCursor(array, kind: .array) else { return nil }
    if index < 0 {
      let (sum, overflow) = index.addingReportingOverflow(elementCount(of: array))
      guard !overflow, sum >= 0 else { return nil }
      index = sum
    }
    let span = bytes.span
    while let element = cursor.nextElement(span) {
      if index == 0 { return element }
      index -= 1
    }
    return nil
  }
}
