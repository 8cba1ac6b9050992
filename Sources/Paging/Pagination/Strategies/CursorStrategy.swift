import JSON
import Text

/// Pages by tokens.
///
///     {"data": [...], "meta": {"next_token": "b7"}}   next "meta.next_token", parameter "token":
///                                                     ?token=b7
///     {"continue": {"apcontinue": "B", "continue": "-||"}}
///                                                     merge "continue": both members go along
///     {"hits": {"hits": [{"sort": [1, "a"]}]}}        next "@lastItem.sort", parameter
///                                                     "search_after", in "body"
///     {"result": [..., {"update_id": 72}]}            next "@lastItem.update_id", increment 1,
///                                                     parameter "offset": ?offset=73
///     [{"at": 7}, {"at": 9}, {"at": 8}]               next {"max": "at"}, parameter "since": ?since=9
///     {"Items": [...], "NextMarker": "b7"}            next ["NextToken", "NextMarker"], parameter
///                                                     ["NextToken", "Marker"]: ?Marker=b7
struct CursorStrategy: Strategy {
  let common: CommonSettings
  /// Places where the token may be, each with the parameter that it goes into; the first one that
  /// is there counts.
  let next: [(source: ValueSource, parameter: String)]
  let previous: ValueSource?
  let previousParameter: String
  /// Key path of an object whose members are all sent along.
  let merge: ValueSource?
  /// More values that travel with the token: parameter and source.
  let also: [(parameter: String, source: ValueSource)]
  let tokens: TokenSettings
  let laterURL: URLPattern?
  let laterBody: RequestTemplate.Body?

  init(
    _ settings: StrategySettings, _ common: CommonSettings, _ fields: JSONFields,
    _ plan: inout JSONPlan
  ) throws(JSONFieldError) {
    self.common = common
    tokens = settings.tokens
    merge = try plan.source(tokens.merge, "merge", fields)
    let names = settings.parameters.isEmpty ? ["cursor"] : settings.parameters
    next = try settings.next.enumerated().map { index, text throws(JSONFieldError) in
      let path =
        try settings.tokens.isLargest
        ? CursorStrategy.largest(text, fields) : fields.valuePath(text, "next")
      return (plan.source(path), names.count == 1 ? names[0] : names[index])
    }
    previous = try plan.source(settings.previous.first, "previous", fields)
    previousParameter = tokens.previousParameter ?? names[0]
    laterURL = try tokens.nextURL.map { text throws(JSONFieldError) in
      try fields.pattern(text, "nextURL")
    }
    laterBody = try tokens.nextBody.map { value throws(JSONFieldError) in
      try RequestTemplate.body(value, "nextBody", fields)
    }
    let members = JSONFields(JSONObject(), path: fields.path(of: "also"))
    also = try tokens.also.map { companion throws(JSONFieldError) in
      let path = try members.valuePath(companion.path, companion.parameter)
      return (companion.parameter, plan.source(path))
    }
  }

  /// Returns the place of the largest of the items' values.
  private static func largest(
    _ text: String, _ fields: JSONFields
  ) throws(JSONFieldError) -> ValuePath {
    let members = JSONFields(JSONObject(), path: fields.path(of: "next"))
    guard case .body(let path) = try members.valuePath(text, "max") else {
      throw members.error("max", expected: "a key path into the items, such as updated")
    }
    return .largest(path)
  }

  var positionNames: [String] {
    next.map(\.parameter) + [previousParameter] + also.map(\.parameter)
  }

  /// The parameters that a token goes into, without the values that travel along with it; nil with
  /// `merge`, which sends names of its own.
  var openingNames: [String]? { merge == nil ? next.map(\.parameter) + [previousParameter] : nil }

  func place(_ position: Position, of page: RequestedPage, in draft: inout RequestDraft) {
    draft.set(position, in: carrier)
  }

  func neighbours(
    of page: RequestedPage, in view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    var namesItself = false
    let next = try Neighbours.Next.reading { () throws(PageReadError) in
      if let merge { return try merged(merge, view) }
      return try after(page, view, &namesItself)
    }
    return Neighbours(
      next: next, previous: previous.flatMap { back(to: $0, view) }, namesItself: namesItself)
  }

  private func after(
    _ page: RequestedPage, _ view: ResponseView, _ namesItself: inout Bool
  ) throws(PageReadError) -> Neighbours.Next {
    var silent: Neighbours.Next?
    for (source, parameter) in next {
      guard let read = try token(source, parameter, view) else {
        let none = view.none(at: source)
        // of several places, one that says that there is nothing beats one that is not there
        if case .none(_, _, isStated: true) = none {
          silent = none
        } else {
          silent = silent ?? none
        }
        continue
      }
      let member = tokens.isLargest ? grown(read, page) : read
      if case .token(let sent) = page.position, sent.members.first == member,
        tokens.sameTokenEnds || view.items.isEmpty
      {
        namesItself = !tokens.sameTokenEnds
        return view.none(at: source)
      }
      if CursorStrategy.isPastRange(member, in: view.url) {
        return .none(field: source.path.text, value: view.value(source).evidence, isStated: true)
      }
      return .position(position([member], view))
    }
    return silent ?? .unsaid
  }

  /// Returns the value that was sent if the largest value is not larger, as it leads to the same
  /// page again.
  private func grown(_ member: PageToken.Member, _ page: RequestedPage) -> PageToken.Member {
    guard case .token(let sent) = page.position,
      let before = sent.members.first, before.name == member.name,
      let old = OrderedValue(json: before.value), let new = OrderedValue(json: member.value),
      !(old < new)
    else { return member }
    return before
  }

  /// True when a token is a date or a time after the one that the request names as its end, other
  /// than by the token before it: `?start=20240107&end=20240109` with the token 20240110.
  private static func isPastRange(_ member: PageToken.Member, in url: String) -> Bool {
    let text = String(decoding: member.value.filter { $0 != ASCII.quote }, as: UTF8.self)
    guard StartPosition.isTime(text) else { return false }
    return QueryString.members(of: url).contains { sent in
      let name = sent.name.lowercased().filter { $0.isLetter }
      return sent.name != member.name
        && ["end", "enddate", "endtime", "until", "to", "todate"].contains(name)
        && StartPosition.isTime(sent.value) && sent.value.utf8.count == text.utf8.count
        && text > sent.value
    }
  }

  /// The way back; a token that is of no use there does not spoil the page.
  private func back(to source: ValueSource, _ view: ResponseView) -> Position? {
    guard let found = try? token(source, previousParameter, view) else { return nil }
    return position([found], view, isPrevious: true)
  }

  private func merged(
    _ source: ValueSource, _ view: ResponseView
  ) throws(PageReadError) -> Neighbours.Next {
    let value = view.object(source)
    if value.isNothing { return view.none(at: source) }
    guard case .json(let document, let slice) = value, slice.kind == .object else {
      throw .metadataInvalid(path: source.path.text, value: value.evidence)
    }
    let members = document.members(of: slice).compactMap { member -> PageToken.Member? in
      guard let name = document.string(member.key) else { return nil }
      return PageToken.Member(view.own(name), Array(document.bytes[member.value.range]))
    }
    if members.isEmpty { return view.none(at: source) }
    return .position(position(members, view))
  }

  /// The token at a source; nil where it ends: missing, null, "", "null", the number 0 or -1, or an empty list
  /// or object.
  private func token(
    _ source: ValueSource, _ parameter: String, _ view: ResponseView
  ) throws(PageReadError) -> PageToken.Member? {
    let value = view.value(source)
    guard !value.isNothing, let text = value.jsonText else { return nil }
    if tokens.increment > 0 { return PageToken.Member(parameter, try incremented(value, source)) }
    if carrier == .query || carrier == .path, value.string == "." || value.string == ".." {
      // As a segment of a path it would lead to another one.
      throw .metadataInvalid(path: source.path.text, value: value.evidence)
    }
    if let none = value.string, none != "", none.isNoTarget { return nil }
    if value.string == "" { return tokens.emptyCursor ? PageToken.Member(parameter, text) : nil }
    if case .json(let document, let slice) = value {
      switch slice.kind {
      // where the list begins, or no index
      case .number where [0, -1].contains(document.integer(slice)): return nil
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

  /// The JSON text of a token that is a whole number, plus `increment`.
  private func incremented(
    _ value: ReadValue, _ source: ValueSource
  ) throws(PageReadError) -> [UInt8] {
    let (sum, overflow) = (value.integer ?? .max).addingReportingOverflow(tokens.increment)
    guard !overflow else {
      throw .metadataInvalid(path: source.path.text, value: value.evidence)
    }
    return Array(String(sum).utf8)
  }

  /// The position of a token, with the values that travel along with it.
  private func position(
    _ members: [PageToken.Member], _ view: ResponseView, isPrevious: Bool = false
  ) -> Position {
    var token = PageToken(members: members, isPrevious: isPrevious)
    for (name, source) in also {
      if let text = view.value(source).jsonText { token.members.append(.init(name, text)) }
    }
    return .token(token)
  }
}
