import JSON
import Text

/// Related items with frames of their own.
extension MappingRun {
  /// Maps what a relationship leads to; false where it, handed on by a choice, is declined.
  mutating func relate(_ step: Step, _ page: MappedPage, _ frame: MappingFrame) -> Bool {
    let value = value(step.source, page, frame)
    guard !value.isAbsent else {
      append(step.missing, page)
      return true
    }
    guard trail.count < MappingLimits.relatedDepthMax else {
      report(step, page, frame, found: value.kind, kind: .tooDeep)
      return true
    }
    budget.spend(value.range.count)
    guard !isStopped else { return true }
    let call = page.program.calls[Int(step.detail)]
    budget.spend(call.links.count + page.program.shapes[call.shape].values.count)
    var inner = MappingFrame(item: value, isStrict: frame.isStrict || step.isStrict)
    if call.keepsKey { inner.key = frame.key }
    for link in call.links {
      inner.links.append(self.value(link, page, frame))
    }
    let shape = page.program.shapes[call.shape]
    switch call.form {
    case .handOn:
      return mapOne(&inner, step, shape, page)
    case .one:
      if enters(value, step, page, frame) { _ = mapOne(&inner, step, shape, page) }
    case .list:
      append(step.literal, page)
      sink.append(ASCII.leftBracket)
      trail.append(step.note)
      mapElements(&inner, shape, page)
      trail.removeLast()
      sink.append(ASCII.rightBracket)
    case .keyed:
      guard value.kind == .object || value.kind == .array || value.isNull else {
        report(step, page, frame, found: value.kind)
        break
      }
      append(step.literal, page)
      sink.append(ASCII.leftBracket)
      let objects = value.kind == .array ? page.document.elements(of: value) : [value]
      for object in objects where !object.isNull && !isStopped {
        guard object.kind == .object else {
          report(step, page, frame, found: object.kind)
          continue
        }
        inner.item = object
        trail.append(step.note)
        mapMembers(&inner, shape, page)
        trail.removeLast()
      }
      sink.append(ASCII.rightBracket)
    }
    return true
  }

  /// Maps one related object after its key; nothing is written and false where it is declined.
  private mutating func mapOne(
    _ frame: inout MappingFrame, _ step: Step, _ shape: FrameShape, _ page: MappedPage
  ) -> Bool {
    let start = sink.count
    append(step.literal, page)
    frame.slots = shape.values.slots(of: frame.item, page.document)
    trail.append(step.note)
    let isMapped = map(from: shape.firstStep, page, frame)
    trail.removeLast()
    if !isMapped { rollBack(to: start) }
    return isMapped
  }

  /// Maps the elements of a list; any other value is a list of one.
  private mutating func mapElements(
    _ frame: inout MappingFrame, _ shape: FrameShape, _ page: MappedPage
  ) {
    guard frame.item.kind == .array else {
      frame.slots = shape.values.slots(of: frame.item, page.document)
      return mapListed(frame, shape, page)
    }
    let list = shape.values.list(of: frame.item, page.document, valuesMax: budget.valuesMax)
    guard let list else { return budget.hold(values: budget.valuesMax + 1) }
    let values = list.elements.count * (1 + list.slotsPerElement)
    budget.hold(values: values)
    defer { budget.hold(values: -values) }
    frame.slots = list.elementSlots
    for (index, element) in list.elements.enumerated() where !isStopped {
      (frame.item, frame.slotStart) = (element, index * list.slotsPerElement)
      mapListed(frame, shape, page)
    }
  }

  /// Maps the members of a keyed object.
  private mutating func mapMembers(
    _ frame: inout MappingFrame, _ shape: FrameShape, _ page: MappedPage
  ) {
    for (key, member) in members(of: frame.item, page.document) where !isStopped {
      (frame.item, frame.key) = (member, key)
      budget.spend(shape.values.count)
      frame.slots = shape.values.slots(of: member, page.document)
      mapListed(frame, shape, page)
    }
  }

  /// Maps one item of a list, after a comma where it is not the first; nulls are omitted.
  private mutating func mapListed(_ frame: MappingFrame, _ shape: FrameShape, _ page: MappedPage) {
    guard !frame.item.isNull, !isStopped else { return }
    let start = sink.count
    if sink.last != ASCII.leftBracket { sink.append(ASCII.comma) }
    if !map(from: shape.firstStep, page, frame) { rollBack(to: start) }
  }

  /// The members of a keyed object; of duplicate keys the last value counts, in the place of the
  /// first.
  mutating func members(
    of object: JSONSlice, _ document: JSONDocument
  ) -> [(key: JSONSlice, value: JSONSlice)] {
    var members: [(key: JSONSlice, value: JSONSlice)] = []
    var places: [[UInt8]: Int] = [:]
    for member in document.members(of: object) {
      budget.spend(MappingLimits.memberSteps)
      guard !isStopped else { break }
      let key = Array((document.string(member.key) ?? "").utf8)
      if let place = places[key] {
        members[place].value = member.value
      } else {
        places[key] = members.count
        members.append(member)
      }
    }
    return members
  }
}
