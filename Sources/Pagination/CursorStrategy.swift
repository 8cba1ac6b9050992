import JSON

/// Pages by tokens.
///
///     {"data": [...], "meta": {"next_token": "b7"}}   next "meta.next_token", parameter "token":
///                                                     ?token=b7
///     {"continue": {"apcontinue": "B", "continue": "-||"}}
///                                                     merge "continue": both members go along
///     {"hits": {"hits": [{"sort": [1, "a"]}]}}        next "@lastItem.sort", parameter
///                                                     "search_after", in "body"
struct CursorStrategy: Strategy {
  let isComputed = false
  let sizeParameter: String?
  let next: ValueSource?
  let previous: ValueSource?
  let parameter: String
  let previousParameter: String
  let carrier: Carrier
  /// Key path of an object whose members are all sent along.
  let merge: ValueSource?
  /// More values that travel with the token: parameter and source.
  let also: [(parameter: String, source: ValueSource)]
  /// "" is a position, not the end.
  let emptyCursor: Bool
  /// A token equal to the one just sent is the end.
  let sameTokenEnds: Bool
  let laterURL: URLPattern?
  let laterBody: RequestTemplate.Body?

  init(
    _ fields: inout JSONFields, _ common: CommonSettings, _ plan: inout ReadPlan
  ) throws(JSONFieldError) {
    merge = try fields.source("merge", &plan)
    next = try fields.source("next", &plan)
    previous = try fields.source("previous", &plan)
    let parameter = try fields.name("parameter")
    if merge != nil {
      if next != nil { throw fields.error("next", expected: "nothing beside \"merge\"") }
      if parameter != nil { throw fields.error("parameter", expected: "nothing beside \"merge\"") }
    } else if next == nil {
      throw JSONFieldError(path: fields.path(of: "next"), problem: .missing)
    }
    self.parameter = parameter ?? "cursor"
    previousParameter = try fields.name("previousParameter") ?? self.parameter
    carrier = common.carrier ?? .query
    emptyCursor = try fields.boolean("emptyCursor") ?? false
    sameTokenEnds = try fields.boolean("sameTokenEnds") ?? false
    sizeParameter = common.perPageParameter
    laterURL = try fields.pattern("nextURL")
    laterBody = try fields.value("nextBody").map { _ throws(JSONFieldError) in
      try RequestTemplate.body("nextBody", &fields)
    }
    var also: [(parameter: String, source: ValueSource)] = []
    if let members = try fields.fields("also") {
      for (name, value) in members.object.members {
        guard !name.isEmpty else {
          throw members.error(name, expected: "a parameter whose name is not empty")
        }
        guard case .string(let text) = value else {
          throw members.error(name, expected: "a key path")
        }
        also.append((name, plan.source(try members.valuePath(text, name))))
      }
    }
    self.also = also
  }

  var positionNames: [String] {
    [parameter, previousParameter] + also.map(\.parameter)
  }

  func place(_ position: Position, of page: AskedPage, in draft: inout RequestDraft) {
    guard case .token(let token) = position else { return }
    for member in token.members { draft.set(member.name, member.value, in: carrier) }
  }

  func neighbours(
    of page: AskedPage, in view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    if let merge { return try merged(merge, view) }
    let before = previousPosition(view)
    guard let next else { return Neighbours(next: .unsaid, previous: before) }
    guard let member = try token(next, parameter, view) else {
      return Neighbours(next: view.none(at: next), previous: before)
    }
    if case .token(let sent) = page.position, sent.members.first == member,
      sameTokenEnds || view.items.isEmpty
    {
      return Neighbours(next: view.none(at: next), previous: before)
    }
    let token = PageToken(members: [member] + companions(view))
    return Neighbours(next: .position(.token(token)), previous: before)
  }

  /// The way back; a token that is of no use there does not spoil the page.
  private func previousPosition(_ view: ResponseView) -> Position? {
    guard let previous, let found = try? token(previous, previousParameter, view) else {
      return nil
    }
    return .token(PageToken(members: [found] + companions(view), isPrevious: true))
  }

  private func merged(
    _ source: ValueSource, _ view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    let value = view.value(source)
    if value.isNothing {
      return Neighbours(next: view.none(at: source))
    }
    guard case .json(let document, let slice) = value, slice.kind == .object else {
      throw .metadataInvalid(path: source.path.text, value: value.evidence)
    }
    let members = document.members(of: slice).compactMap { member -> PageToken.Member? in
      guard let name = document.string(member.key) else { return nil }
      return PageToken.Member(name, Array(document.bytes[member.value.range]))
    }
    if members.isEmpty {
      return Neighbours(next: view.none(at: source))
    }
    return Neighbours(
      next: .position(.token(PageToken(members: members + companions(view)))))
  }

  /// The token at a source; nil where it ends: missing, null, "" or an empty list or object.
  private func token(
    _ source: ValueSource, _ parameter: String, _ view: ResponseView
  ) throws(PageReadError) -> PageToken.Member? {
    let value = view.value(source)
    guard !value.isNothing, let text = value.jsonText else { return nil }
    if value.string == "" { return emptyCursor ? PageToken.Member(parameter, text) : nil }
    if case .json(let document, let slice) = value {
      switch slice.kind {
      case .boolean:
        if document.boolean(slice) == false { return nil }
        throw .metadataInvalid(path: source.path.text, value: value.evidence)
      case .array where document.elementCount(of: slice) == 0: return nil
      case .object where document.members(of: slice).isEmpty: return nil
      default: break
      }
    }
    return PageToken.Member(parameter, text)
  }

  private func companions(_ view: ResponseView) -> [PageToken.Member] {
    also.compactMap { name, source in
      view.value(source).jsonText.map { PageToken.Member(name, $0) }
    }
  }
}
