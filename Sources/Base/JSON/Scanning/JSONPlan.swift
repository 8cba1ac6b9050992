/// The values that one validating pass picks from a text.
///
/// With `capture("next")` and `captureList("data", elementPaths: ["id"])` a pass over
/// `{"data":[{"id":7}],"next":"x"}` fills slot 0 with `"x"`, and list 0 with one element and the
/// slot `7`. The same path may be given several times, and one path may be a prefix of another.
package struct JSONPlan: Sendable {
  /// A value to pick: the cell of the pass, and the steps that are taken after it.
  struct Target: Sendable {
    let cell: Int
    let rest: JSONPath
  }

  /// A list to pick: filled in the pass, or, after an index, after it.
  struct ListTarget: Sendable {
    enum Source: Sendable {
      case list(Int)
      case cell(Target, PathTrie)
    }
    var source: Source
    var elements: [Target]
  }

  /// The maximum number of values that a pass picks from lists: each element counts, and each
  /// requested value of it, present or not. A value takes 8 bytes.
  package static let listValuesMax = 1 << 24
  /// The number of elements of a list that may be of any size. Of more, each has ``elementBytesMin``
  /// on the average, or knowing them would cost many times the text.
  package static let anyElementsMax = 1 << 20
  package static let elementBytesMin = 8

  /// The maximum number of elements of a list of this size, in bytes.
  static func elementsMax(ofBytes count: Int) -> Int {
    max(anyElementsMax, count / elementBytesMin)
  }

  private(set) var trie = PathTrie()
  private(set) var targets: [Target] = []
  private(set) var lists: [ListTarget] = []

  /// A plan that picks nothing.
  package init() {}

  /// Picks the value at the path; returns its slot's number: 0, 1, 2...
  package mutating func capture(_ path: JSONPath) -> Int {
    targets.append(Self.target(path, in: &trie))
    return targets.count - 1
  }

  /// Picks the list at the path and, of each element, the values at the element paths, which get
  /// the slots 0, 1, 2... of the element; returns the list's number: 0, 1, 2...
  package mutating func captureList(_ path: JSONPath, elementPaths: [JSONPath] = []) -> Int {
    if path.components.contains(where: { $0.index != nil }) {
      let target = Self.target(path, in: &trie)
      var elementTrie = PathTrie()
      let elements = elementPaths.map { Self.target($0, in: &elementTrie) }
      lists.append(ListTarget(source: .cell(target, elementTrie), elements: elements))
    } else {
      let list = trie.list(at: path.components[...])
      let elements = elementPaths.map { path in
        let (keys, rest) = path.splitAtIndex
        return Target(cell: trie.elementCell(at: keys.components[...], ofList: list), rest: rest)
      }
      lists.append(ListTarget(source: .list(list), elements: elements))
    }
    return lists.count - 1
  }

  private static func target(_ path: JSONPath, in trie: inout PathTrie) -> Target {
    let (keys, rest) = path.splitAtIndex
    return Target(cell: trie.cell(at: keys.components[...]), rest: rest)
  }
}

/// One list that a pass has picked.
package struct JSONList: Sendable {
  /// The value at the path, of any kind; `absent` if the text has no such value.
  package var slice: JSONSlice
  /// The array's elements, nulls included; an object is a list of one, a scalar gives none.
  package var elements: [JSONSlice]
  /// The number of element paths.
  package var slotsPerElement = 0
  /// The values at the element paths, element by element; `absent` for missing ones.
  package var elementSlots: [JSONSlice] = []

  /// Forgets the values.
  package mutating func dropSlots() { (slotsPerElement, elementSlots) = (0, []) }

  /// Leaves out elements at both ends.
  package mutating func drop(first: Int, last: Int) {
    elements = Array(elements.dropFirst(first).dropLast(last))
    elementSlots = Array(
      elementSlots.dropFirst(first * slotsPerElement).dropLast(last * slotsPerElement))
  }

  /// A list whose elements have no slots.
  package init(slice: JSONSlice = .absent, elements: [JSONSlice] = []) {
    (self.slice, self.elements) = (slice, elements)
  }
}

/// The result of a pass: the validated text and the picked values.
package struct JSONScan: Sendable {
  /// The whole text.
  package let document: JSONDocument
  /// The values of the plan's captures, by slot number; `absent` for missing ones.
  package var slots: [JSONSlice]
  /// The plan's lists, by list number.
  package var lists: [JSONList]

  /// A scan of the given parts.
  package init(document: JSONDocument, slots: [JSONSlice] = [], lists: [JSONList]) {
    self.document = document
    self.slots = slots
    self.lists = lists
  }
}
