import JSON

/// The lists of a page.
extension MappingRun {
  /// Maps the items of a list as its plan says.
  mutating func mapList(
    _ list: JSONList, _ keyPath: String, _ plan: ResponseMapping.Plan, _ program: MappingProgram,
    _ page: MappedPage
  ) {
    let first = items.items.count
    items.items.reserveCapacity(first + list.elements.count)
    items.sources.reserveCapacity(first + list.elements.count)
    switch plan {
    case .verbatim:
      copyItems(list, page)
    case .steps(let step):
      mapItems(list, step, program, page)
    case .keyed(let shape, let isStrict):
      collectionIndex = -1
      for object in list.elements where !object.isNull && !isStopped {
        guard object.kind == .object else {
          reportKeyed(keyPath, found: object.kind, isStrict: isStrict)
          continue
        }
        mapMembers(object, program.shapes[shape], program, page)
      }
    }
    items.lists.append(
      MappedItems.List(keyPath: keyPath, items: first..<items.items.count))
    finishSource(list.slice.range.count)
  }

  private mutating func copyItems(_ list: JSONList, _ page: MappedPage) {
    for element in list.elements where !element.isNull && !isStopped {
      setProgress(Int(element.start) - list.slice.range.lowerBound)
      let before = beginItem()
      sink.append(page.document.bytes.span, Int(element.start), Int(element.end))
      endItem(element, before, isMapped: true)
    }
  }

  private mutating func mapItems(
    _ list: JSONList, _ step: Int, _ program: MappingProgram, _ page: MappedPage
  ) {
    let slots = list.elementSlots.span
    let start = list.slice.range.lowerBound
    for (index, element) in list.elements.enumerated()
    where !element.isNull && !isStopped {
      setProgress(Int(element.start) - start)
      collectionIndex = index
      let before = beginItem()
      let frame = MappingFrame(item: element, slotStart: index * list.slotsPerElement)
      let isMapped = map(from: step, program, page, slots, frame)
      endItem(element, before, isMapped: isMapped)
    }
  }

  /// Maps the members of one keyed object.
  private mutating func mapMembers(
    _ object: JSONSlice, _ shape: FrameShape, _ program: MappingProgram, _ page: MappedPage
  ) {
    let links = Array(repeating: JSONSlice.absent, count: shape.linkCount)
    for (key, member) in members(of: object, page.document) where !isStopped {
      collectionIndex += 1
      guard !member.isNull else { continue }
      setProgress(Int(member.start - object.start))
      budget.spend(shape.values.count)
      let slots = shape.values.slots(of: member, page.document)
      let before = beginItem()
      let frame = MappingFrame(item: member, key: key, links: links)
      let isMapped = map(from: shape.firstStep, program, page, slots.span, frame)
      endItem(member, before, isMapped: isMapped)
    }
  }
}
