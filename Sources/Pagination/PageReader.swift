package import HTTP
package import JSON

/// Reads a response as a page: its items, its counts, and what it says of its neighbours.
/// Compiled once per paginator; one validating pass over each body.
package struct PageReader: Sendable {
  let plan: JSONPlan
  let strategy: any Strategy
  let counts: [(target: CountTarget, source: ValueSource)]
  let more: ValueSource?
  let last: ValueSource?
  /// The key paths of the lists, in the order of the settings, with their numbers in the plan.
  package let lists: [List]

  /// A list that may hold items.
  package struct List: Sendable {
    let path: JSONPath
    /// In the plan.
    package let number: Int
    /// Which of an element's slots hold what identifies it.
    let identitySlots: [Int]
  }

  init(
    plan: ReadPlan, strategy: any Strategy, common: CommonSettings,
    counts: [(target: CountTarget, source: ValueSource)],
    lists: [List]
  ) {
    self.plan = plan.json
    self.strategy = strategy
    self.counts = counts
    more = common.more
    last = common.last
    self.lists = lists
  }

  /// Throws where the body is no JSON, holds no list although the paging goes on, or says where
  /// to go on in a way that is of no use. An empty or blank body is a page of 0 items, and so is
  /// `{}`.
  /// `applies`: the numbers of the lists that count for this response; nil: all.
  package func read(
    _ response: HTTPResponse, asked: AskedPage, applying applies: [Int]? = nil
  ) throws(PageReadError) -> PageReading {
    let scan = try scan(response.body)
    let applied = applies.map { numbers in
      numbers.compactMap { number in lists.first { $0.number == number } }
    }
    let isEmpty = scan.map { $0.document.isEmptyObject } ?? true
    var found = isEmpty
    var items: [JSONSlice] = []
    var identities: [UInt64?] = []
    for wanted in applied ?? lists {
      guard let scan, !isEmpty else { break }
      let list = scan.lists[wanted.number]
      guard list.slice.kind == .array || list.slice.kind == .object else { continue }
      found = true
      if items.isEmpty, !list.elements.contains(where: { $0.kind == .null }) {
        items = list.elements
      } else {
        items += list.elements.filter { $0.kind != .null }
      }
      if !wanted.identitySlots.isEmpty {
        appendIdentities(of: list, wanted.identitySlots, in: scan.document, to: &identities)
      }
    }
    let view = ResponseView(
      status: response.status, headers: response.headers, url: response.url, scan: scan,
      items: items)
    var reading = PageReading(
      view: view, identities: identities, neighbours: Neighbours(next: .unsaid))
    readCounts(view, into: &reading)
    reading.neighbours = try strategy.neighbours(of: asked, in: view)
    if let total = reading.neighbours.objectCount { reading.counts.objectCount = total }
    readFlags(view, into: &reading)
    if !found, !reading.isEndSignalled {
      throw .itemsNotFound(paths: missing(applied ?? lists), keys: PageReader.keys(of: scan))
    }
    return reading
  }

  private func appendIdentities(
    of list: JSONList, _ slots: [Int], in document: JSONDocument,
    to identities: inout [UInt64?]
  ) {
    for (number, element) in list.elements.enumerated() where element.kind != .null {
      var identity: Fingerprint? = Fingerprint()
      for slot in slots {
        let value = list.elementSlots[number * list.slotsPerElement + slot]
        if value.kind == .null || value.kind == .absent {
          identity = nil
        } else {
          identity?.add(document.bytes, value.range)
        }
      }
      identities.append(identity?.value)
    }
  }

  private func scan(_ body: [UInt8]) throws(PageReadError) -> JSONScan? {
    if PageReader.isBlank(body) { return nil }
    do {
      return try JSONDocument.scan(body, plan: plan)
    } catch {
      throw .invalid(error)
    }
  }

  private func readCounts(_ view: ResponseView, into reading: inout PageReading) {
    for (target, source) in counts {
      let value = view.value(source)
      if value.isNothing { continue }
      guard let count = value.integer, target.bounds.contains(count) else {
        reading.warnings.append(.metadataInvalid(path: source.path.text, value: value.evidence))
        continue
      }
      reading.counts[target] = count
      if target == .perPage { reading.perPageSource = source.path.text }
    }
  }

  private func readFlags(_ view: ResponseView, into reading: inout PageReading) {
    for (source, isMore) in [(more, true), (last, false)] {
      guard let source else { continue }
      let value = view.value(source)
      if value.isNothing { continue }
      guard let flag = value.boolean else {
        if !isMore, strategy is LinkStrategy { continue }  // it is the name of a relation
        reading.warnings.append(.metadataInvalid(path: source.path.text, value: value.evidence))
        continue
      }
      if reading.goesOn == nil || flag != isMore {
        reading.goesOn = flag == isMore
        reading.goesOnSource = (source.path.text, value.evidence)
      }
    }
  }

  private func missing(_ lists: [List]) -> [String] {
    lists.map(\.path.description)
  }

  /// The first names of the body's object, for an error that helps.
  private static func keys(of scan: JSONScan?) -> [String] {
    guard let document = scan?.document else { return [] }
    return document.members(of: document.root).prefix(20).compactMap { document.string($0.key) }
  }

  private static func isBlank(_ body: [UInt8]) -> Bool {
    let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body[3...] : body[...]
    return text.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }
}

extension JSONDocument {
  /// Whether the text is `{}`.
  fileprivate var isEmptyObject: Bool {
    root.kind == .object
      && bytes[(root.range.lowerBound + 1)..<(root.range.upperBound - 1)].allSatisfy { $0 <= 0x20 }
  }
}

/// A response read as a page.
package struct PageReading: Sendable {
  package let view: ResponseView
  /// What identifies each item, as a digest; nil where one does not have it. Empty where nothing
  /// identifies items.
  package let identities: [UInt64?]
  package var neighbours: Neighbours
  package var counts = StatedCounts()
  package var warnings: [PageWarning] = []
  /// What `more` and `last` say; nil: nothing.
  package var goesOn: Bool?
  var goesOnSource: (path: String, value: JSONValue)?
  var perPageSource: String?

  package var items: [JSONSlice] { view.items }

  /// Whether the response says in so many words that this is the end.
  package var saysEnd: Bool { isEndSignalled }

  /// Whether the response itself says that this is the end, or that there is nothing at all.
  var isEndSignalled: Bool {
    if goesOn == false || counts.objectCount == 0 { return true }
    if goesOn == nil, case .none(_, _, let isStated) = neighbours.next { return isStated }
    return false
  }
}

/// The counts that a response can state.
package enum CountTarget: String, Sendable, CaseIterable {
  case perPage, currentPage, offset, pageCount, objectCount

  /// What makes sense; anything else is unknown.
  var bounds: ClosedRange<Int> {
    switch self {
    case .perPage: 1...Pager.perPageMax
    case .currentPage: 0...Pager.pageMax
    case .offset, .pageCount, .objectCount: 0...Int.max
    }
  }
}

/// The counts that a response states; nil: unknown.
package struct StatedCounts: Sendable, Equatable {
  package var perPage: Int?
  package var currentPage: Int?
  package var offset: Int?
  package var pageCount: Int?
  package var objectCount: Int?

  package init() {}

  subscript(target: CountTarget) -> Int? {
    get {
      switch target {
      case .perPage: perPage
      case .currentPage: currentPage
      case .offset: offset
      case .pageCount: pageCount
      case .objectCount: objectCount
      }
    }
    set {
      switch target {
      case .perPage: perPage = newValue
      case .currentPage: currentPage = newValue
      case .offset: offset = newValue
      case .pageCount: pageCount = newValue
      case .objectCount: objectCount = newValue
      }
    }
  }
}

/// Something that a client should know although the page was good.
package struct PageWarning: Sendable, Equatable {
  /// The closed list of warnings; the raw values are the names on the wire.
  package enum Kind: String, Sendable {
    case metadataInvalid, pageMismatch, inconsistentCounts, pageSizeDrift, countChanged
    case undetected, signalMissing
    // Doubts of a walk:
    case duplicates, gaps, pagesShifted, repeatedPage, countMismatch
  }

  package let kind: Kind
  package let message: String
  /// What the warning is about, beside kind and message.
  package let details: JSONObject

  package init(_ kind: Kind, _ message: String, _ details: JSONObject) {
    self.kind = kind
    self.message = message
    self.details = details
  }

  static func metadataInvalid(path: String, value: JSONValue) -> PageWarning {
    PageWarning(
      .metadataInvalid, "The value at \(path) is no count and was taken as unknown.",
      JSONObject([("path", .string(path)), ("value", value)]))
  }

  package var json: JSONValue {
    var object = JSONObject([
      ("kind", .string(kind.rawValue)), ("message", .string(message)),
    ])
    for (name, value) in details.members { object[name] = value }
    return .object(object)
  }
}
