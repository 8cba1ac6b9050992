package import Decoding
package import JSON

/// Everything that the params of a paginator say about items: where they are in a response and
/// what the client wants to see of them.
///
/// Made of `{"itemsPath": "articles"}` or `{"responseDescriptors": [{"keyPath": "articles",
/// "mapping": "article"}], "mappings": {"article": {"attributes": {"title": "name"}}}}`, it turns
/// the body `{"articles": [{"title": "A", "x": 1}]}` into `{"name":"A"}`. A value that is compiled
/// once and used for every page:
///
/// 1. `lists` go into the plan of the pass over the body, before any other list,
/// 2. `select` says which of them count for a response,
/// 3. `map` writes their items, unless `isPassthrough`: then these are the lists' elements as
///    they are, without the nulls, and none where the body is `{}`.
package struct ResponseMapping: Sendable {
  /// A descriptor with its number in the params and what is done with its items.
  private struct Entry: Sendable {
    let descriptor: ResponseDescriptor
    let number: Int
    let list: Int
    let plan: Plan
    /// True when the params contain the descriptor. Otherwise it is the default for missing params,
    /// and no response names it.
    var isGiven = true
  }

  /// The treatment of a list's items.
  enum Plan: Sendable {
    /// They stay as they are.
    case verbatim
    /// The steps from this one on are run for each.
    case steps(from: Int, isStrict: Bool)
    /// Each is an object whose members are mapped with this shape.
    case keyed(shape: Int, isStrict: Bool)
  }

  /// The parts of a body that the pass over it picks out, in this order: the lists of the
  /// descriptors, with the values that the mappings need from each element, then the places that
  /// `@root` reads.
  package let lists: [(path: JSONPath, elementPaths: [JSONPath])]
  /// The number of entries in `lists` that hold items; the others are for `@root`.
  package let itemListCount: Int
  /// No mapping anywhere: items go out byte for byte.
  package let isPassthrough: Bool
  /// The params say where the items are; else they are looked for in the root.
  package let namesItems: Bool
  /// The `identity` of the first descriptor's mapping that has one: key paths into the items as
  /// the API sends them (`MappedItems.sources`).
  package let identityPaths: [JSONPath]

  /// A mapping of items has cases, and says nothing of items that meet none.
  package let leavesOut: Bool

  /// The format of bodies, before they are JSON.
  package let decoding: DecodeSettings
  /// The place of the items that `itemsPath` gives; nil if it gives none.
  package let itemsPlace: ListPlace?

  /// About how many bytes of memory the mappings take.
  package let memoryBytes: Int

  private let entries: [Entry]
  let program: MappingProgram

  /// Reads and checks `decode`, `itemsPath`, `responseDescriptors` and `mappings`, and no other field.
  package init(_ fields: inout JSONFields) throws(JSONFieldError) {
    var reader = try DefinitionReader(fields.fields("mappings"))
    decoding = try DecodeSettings(&fields)
    itemsPlace = try Self.itemsPlace(&fields)
    var descriptors = try Self.descriptors(&fields, &reader)
    namesItems = descriptors.contains {
      $0.descriptor.errorMessages == nil && !$0.descriptor.isAtItems
    }
    let isSilent = descriptors.allSatisfy { $0.descriptor.errorMessages != nil }
    if isSilent {
      descriptors.append((ResponseDescriptor(keyPath: .root, text: ""), descriptors.count))
    }
    let definitions = reader.definitions
    leavesOut = descriptors.contains { descriptor, _ in
      descriptor.mapping.map { definitions[$0.mapping].leavesOut } ?? false
    }
    try ReferenceCycles.check(definitions)
    var compiler = MappingCompiler(definitions)
    var keyPaths = Numbering<JSONPath>()
    var layouts: [Int] = []
    var entries: [Entry] = []
    for (descriptor, number) in descriptors {
      if descriptor.errorMessages == nil {
        let list = Int(keyPaths.number(of: descriptor.keyPath))
        if list == layouts.count { layouts.append(compiler.addLayout()) }
        let plan = try Self.plan(descriptor, layout: layouts[list], &compiler)
        entries.append(
          Entry(
            descriptor: descriptor, number: number, list: list, plan: plan, isGiven: !isSilent))
      } else {
        entries.append(Entry(descriptor: descriptor, number: number, list: -1, plan: .verbatim))
      }
    }
    try compiler.finish()
    program = compiler.program
    memoryBytes = compiler.size * MappingLimits.sizeUnitBytes + compiler.program.literals.count
    self.entries = entries
    itemListCount = layouts.count
    isPassthrough = entries.allSatisfy { if case .verbatim = $0.plan { true } else { false } }
    lists =
      zip(keyPaths.values, layouts).map { ($0, compiler.elementPaths(ofLayout: $1)) }
      + program.roots.map(\.splitAtIndex.keys).filter { $0 != .root }.map { ($0, []) }
    identityPaths =
      entries.lazy.compactMap(\.descriptor.mapping).map { definitions[$0.mapping].identity }
      .first { !$0.isEmpty } ?? []
  }

  /// The descriptors with their numbers; the one of `itemsPath` comes first, so that a given one
  /// for the same key path wins over it, and is numbered last.
  private static func descriptors(
    _ fields: inout JSONFields, _ reader: inout DefinitionReader
  ) throws(JSONFieldError) -> [(descriptor: ResponseDescriptor, number: Int)] {
    var descriptors: [(descriptor: ResponseDescriptor, number: Int)] = []
    let values = try fields.array("responseDescriptors") ?? []
    let place = fields.path(of: "responseDescriptors")
    try MappingLimits.check(
      values.count, MappingLimits.descriptorsMax, of: "descriptors", at: place)
    if let text = try fields.string("itemsPath"), let path = try itemsPlace(&fields)?.path {
      descriptors.append((ResponseDescriptor(keyPath: path, text: text), values.count))
    }
    let items = descriptors.first?.descriptor
    for (number, value) in values.enumerated() {
      var descriptor = try ResponseDescriptor(
        value, at: JSONFields.join(place, "\(number)"), &reader)
      if descriptor.isAtItems, let items {
        descriptor.keyPath = items.keyPath
        descriptor.keyPathText = items.keyPathText
      }
      descriptors.append((descriptor, number))
    }
    return descriptors
  }

  private static func itemsPlace(_ fields: inout JSONFields) throws(JSONFieldError) -> ListPlace? {
    guard let text = try fields.string("itemsPath") else { return nil }
    do throws(JSONPathError) {
      return try ListPlace(text)
    } catch {
      _ = try JSONPath.read(text, at: fields.path(of: "itemsPath"))
      throw fields.error(
        "itemsPath", expected: "a key path, as data.items, items.* or rows@columns")
    }
  }

  private static func plan(
    _ descriptor: ResponseDescriptor, layout: Int, _ compiler: inout MappingCompiler
  ) throws(JSONFieldError) -> Plan {
    guard let mapping = descriptor.mapping?.mapping else { return .verbatim }
    let isStrict = compiler.definitions[mapping].isStrict
    if let itemKey = compiler.definitions[mapping].keyedBy {
      let callee = MappingCompiler.Callee(mapping: mapping, itemKey: itemKey)
      return .keyed(shape: compiler.shape(callee), isStrict: isStrict)
    }
    return .steps(from: try compiler.compile(mapping, layout: layout), isStrict: isStrict)
  }

  // MARK: The descriptors that apply

  /// Returns the lists that a response has, or the reason why it has none. `path` is the
  /// percent-encoded path of its URL.
  package func select(path: String, method: String, status: Int) -> Selection {
    var mismatches: [DescriptorMismatch] = []
    var lists: [SelectedList] = []
    var messages: [JSONPath] = []
    let method = method.uppercased()
    for entry in entries {
      let descriptor = entry.descriptor
      let arguments = descriptor.pathPattern.map { $0.match(path) } ?? [:]
      let mismatch = DescriptorMismatch(
        index: entry.number, path: arguments != nil,
        method: descriptor.methods?.contains(method) ?? true,
        status: descriptor.statusCodes.accepts(status))
      mismatches.append(mismatch)
      guard let arguments, mismatch.method, mismatch.status else { continue }
      if let paths = descriptor.errorMessages {
        messages += paths
      } else {
        lists.removeAll { $0.list == entry.list }
        lists.append(
          SelectedList(
            list: entry.list, keyPath: descriptor.keyPathText, descriptor: entry.number,
            pathArguments: arguments))
      }
    }
    let isSuccess = StatusCodes.success.accepts(status)
    if !messages.isEmpty, !isSuccess || lists.isEmpty { return .errorMessage(messages) }
    guard lists.isEmpty else { return .items(lists, unlessMessages: messages) }
    let isStatusRefused = !isSuccess || mismatches.allSatisfy { !$0.status }
    let implied = entries.first { !$0.isGiven }?.number
    return .none(
      mismatches.filter { $0.index != implied }.sorted { $0.index < $1.index },
      statusRefused: isStatusRefused)
  }

  /// Returns the plan for the items of a selected list.
  func plan(of list: SelectedList) -> Plan {
    entries.first { $0.number == list.descriptor }?.plan ?? .verbatim
  }
}
