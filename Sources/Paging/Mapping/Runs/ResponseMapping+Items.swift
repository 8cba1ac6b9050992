package import JSON

/// The items of a page.
extension ResponseMapping {
  /// Maps every element of the lists, in order; `scan` is of a pass with `lists` in its plan.
  ///
  /// Omits nulls and items that a mapping declines. Copies items of lists without a mapping
  /// unchanged. A body or a list that is `{}` has no items. `stepsMax`: see `WorkBudget`; `isCancelled` is
  /// called repeatedly, on this thread.
  package func map(
    _ scan: JSONScan, lists: [SelectedList], context: SourceContext,
    mappedBytesMax: Int = MappingLimits.mappedBytesMax,
    stepsMax: Int = MappingLimits.pageStepsMax, listValuesMax: Int = JSONPlan.listValuesMax,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(MappingError) -> MappedItems {
    let isEmpty = scan.document.isEmptyObject(scan.document.root)
    let size = isEmpty ? 0 : lists.reduce(0) { $0 + scan.lists[$1.list].slice.range.count }
    var run = MappingRun(
      sourceBytes: size, mappedBytesMax: mappedBytesMax,
      budget: WorkBudget(
        stepsMax: stepsMax, valuesMax: listValuesMax, isCancelled: isCancelled))
    for selected in lists {
      let found = scan.lists[selected.list]
      let list = isEmpty || scan.document.isEmptyObject(found.slice) ? JSONList() : found
      let page = page(scan, selected, context)
      run.mapList(list, selected.keyPath, plan(of: selected), page)
      if run.sink.isFull { throw MappingError.outputTooLarge(maximum: mappedBytesMax) }
      switch run.budget.stop {
      case nil: break
      case .stepsSpent: throw MappingError.tooManySteps(maximum: stepsMax)
      case .valuesSpent: throw MappingError.tooManyValues(maximum: listValuesMax)
      case .cancelled: throw MappingError.cancelled
      }
    }
    return run.finish()
  }

  /// Collects the values for sources outside the items.
  private func page(
    _ scan: JSONScan, _ selected: SelectedList, _ context: SourceContext
  ) -> MappedPage {
    let document = scan.document
    var nextList = itemListCount
    var roots: [JSONSlice] = []
    for path in program.roots {
      let (keys, rest) = path.splitAtIndex
      var value = document.root
      if keys != .root {
        value = scan.lists[nextList].slice
        nextList += 1
      }
      roots.append(document.resolve(rest, from: value) ?? .absent)
    }
    let facts = Self.facts(program.facts, selected, context)
    var slices: [JSONSlice] = []
    for slice in facts?.elements(of: facts?.root ?? .absent) ?? [] {
      slices.append(slice.isNull ? .absent : slice)
    }
    return MappedPage(
      program: program, document: document, roots: roots, facts: facts ?? document,
      factSlices: slices, resolveURL: context.resolveURL)
  }

  /// A list of what the sources besides the body read; null for what is not there.
  private static func facts(
    _ facts: [SourcePath.Fact], _ selected: SelectedList, _ context: SourceContext
  ) -> JSONDocument? {
    guard !facts.isEmpty else { return nil }
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    let values: [JSONValue] = facts.map { fact in
      switch fact {
      case .page: .integer(context.page)
      case .status: .integer(context.status)
      case .requestURL: .string(context.requestURL)
      case .header(let name): text(context.header(name))
      case .pathArgument(let name): text(selected.pathArguments[name])
      case .key, .collectionIndex: .null
      }
    }
    return try? JSONDocument(JSONValue.array(values).bytes)
  }
}
