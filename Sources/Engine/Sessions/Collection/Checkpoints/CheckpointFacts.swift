import JSON
import Pagination

extension EndReason {
  /// The reason as a checkpoint holds it.
  ///
  ///     {"kind":"pagesMax","page":3,"evidence":{"field":"limits.pagesMax","value":3}}
  var stored: JSONValue {
    var stored = JSONObject()
    if let evidence { stored = ["field": .string(evidence.path), "value": evidence.value] }
    if case .shortPage(_, _, let items) = cause { stored["items"] = .integer(items) }
    if case .refused(_, let body, _) = cause { stored["body"] = .string(body) }
    return [
      "kind": .string(kind.rawValue), "page": page.map(JSONValue.integer) ?? .null,
      "evidence": .object(stored),
    ]
  }

  /// Reads a stored reason; nil if the value is not one.
  init?(stored: JSONValue) {
    guard var fields = try? JSONFields(stored, path: ""),
      let kind = try? fields.choice("kind", of: Kind.self),
      var evidence = try? JSONFields(fields.value("evidence") ?? .null, path: "")
    else { return nil }
    let value = StatedValue((try? evidence.string("field")) ?? "", evidence.value("value") ?? .null)
    let items = try? evidence.integer("items", in: 0...Int.max)
    let body = (try? evidence.string("body")) ?? ""
    guard let cause = Cause(kind, value, items: items ?? 0, body: body) else { return nil }
    self.init(cause, page: fields.value("page")?.integerValue)
  }
}

extension EndReason.Cause {
  fileprivate init?(_ kind: EndReason.Kind, _ value: StatedValue, items: Int, body: String) {
    switch (kind, value.path, value.value.integerValue) {
    case (.noNext, _, _): self = .noNext(value)
    case (.moreFalse, _, _): self = .moreFalse(value)
    case (.emptyPage, EndReason.emptyPagesPath, let most?): self = .emptyPagesMax(most)
    case (.emptyPage, _, _): self = .emptyPage
    case (.shortPage, let path, let size?):
      self = .shortPage(sizePath: path, size: size, items: items)
    case (.totalReached, "objectCount", let count?): self = .objectCountReached(count)
    case (.totalReached, "pageCount", let count?): self = .pageCountReached(count)
    case (.totalReached, _, _): self = .rangeComplete(value)
    case (.pastEnd, _, let status?): self = .pastEnd(status: status)
    case (.refused, _, let status?): self = .refused(status: status, body: body)
    case (.untilReached, _, _): self = .untilReached(value)
    case (.pagesMax, let path, let most?), (.itemsMax, let path, let most?):
      guard let maximum = EndReason.Maximum(rawValue: path) else { return nil }
      self = .maximum(maximum, most)
    case (.repeatedRequest, _, let page?): self = .repeatedRequest(of: page)
    case (.repeatedResponse, _, let page?): self = .repeatedResponse(of: page)
    case (.repeatedItems, _, let page?): self = .repeatedItems(of: page)
    case (.ceiling, _, let ceiling?): self = .ceiling(ceiling)
    default: return nil
    }
  }
}

extension PageWarning {
  /// The doubt as a checkpoint holds it.
  ///
  ///     {"kind":"gaps","path":"offset","page":3,"expected":20,"stated":25}
  var stored: JSONValue {
    var stored: JSONObject = [
      "kind": .string(kind.rawValue), "path": subject.map(JSONValue.string) ?? .null,
    ]
    if case .undetected(let refutation?) = self { stored["refutation"] = .string(refutation) }
    for (name, value) in details { stored[name] = value }
    return .object(stored)
  }

  /// Reads a stored doubt; nil if the value is not one.
  init?(stored: JSONValue) {
    guard var fields = try? JSONFields(stored, path: ""),
      let kind = try? fields.choice("kind", of: Kind.self)
    else { return nil }
    func integer(_ name: String) -> Int { fields.object[name]?.integerValue ?? 0 }
    let page = integer("page")
    let place = fields.object["path"]?.stringValue.flatMap(Place.init)
    switch kind {
    case .undetected: self = .undetected(refutation: fields.object["refutation"]?.stringValue)
    case .signalMissing where fields.object["path"] == "pagination":
      self = .moreNotFollowed(page: page)
    case .signalMissing: self = .signalMissing(page: page)
    case .repeatedPage: self = .repeatedPage(page: page)
    case .moving:
      self = .moving(passes: integer("passes"), came: integer("came"), went: integer("went"))
    case .duplicates: self = .duplicates(count: integer("count"))
    case .incompleteResults:
      self = .incompleteResults(
        StatedValue(
          fields.object["path"]?.stringValue ?? "", fields.object["value"] ?? .null))
    case .innerListsDoubtful:
      self = .innerListsDoubtful(
        path: fields.object["path"]?.stringValue ?? "", page: page, items: integer("items"))
    case .gaps where fields.object["path"] == "identity": self = .placeLost(page: page)
    case .gaps where fields.object["path"] == "limits.until": self = .limitNotReached(page: page)
    case .gaps:
      self =
        place.map {
          .gap($0, page: page, expected: integer("expected"), stated: integer("stated"))
        } ?? .countShrank(page: page, before: integer("before"), now: integer("now"))
    case .pagesShifted:
      self =
        place.map {
          .overlap($0, page: page, expected: integer("expected"), stated: integer("stated"))
        } ?? .repeatedBeginning(count: integer("count"))
    case .countMismatch:
      let (stated, found) = (integer("stated"), integer("found"))
      self =
        fields.object["path"] == "pageCount"
        ? .pageCountMismatch(stated: stated, found: found)
        : .itemCountMismatch(stated: stated, found: found)
    case .metadataInvalid, .pageMismatch, .inconsistentCounts, .pageSizeDrift, .countChanged,
      .refreshTokenReplaced, .untilUnknown, .severalLists, .shortPage, .recovered,
      .perPageNotSent, .unevenRows, .innerListsCut, .restarted, .nothingMapped,
      .sliceTooDense, .rangeIgnored, .slicesUnordered:
      return nil
    }
  }
}
