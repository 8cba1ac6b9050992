package import JSON

/// Why there is no further page, with the field and the value that decided.
///
/// `{"kind": "totalReached", "page": 10, "evidence": {"field": "pageCount", "value": 10}}`
package struct EndReason: Sendable, Equatable {
  /// The closed list of reasons; the raw values are the names on the wire.
  package enum Kind: String, Sendable, CaseIterable {
    case noNext, moreFalse, emptyPage, shortPage, totalReached, pastEnd, pagesMax, itemsMax
    case repeatedRequest, repeatedResponse, repeatedItems, ceiling, originRefused, cancelled, failed
  }

  package let kind: Kind
  /// The page that told, in the API's numbering; nil where no page had been asked for.
  package let page: Int?
  package let evidence: JSONObject

  package init(_ kind: Kind, page: Int?, evidence: JSONObject) {
    self.kind = kind
    self.page = page
    self.evidence = evidence
  }

  /// Evidence of one field and its value.
  package init(_ kind: Kind, page: Int?, field: String, value: JSONValue) {
    self.init(
      kind, page: page,
      evidence: JSONObject([("field", .string(field)), ("value", value)]))
  }

  package var json: JSONValue {
    .object(
      JSONObject([
        ("kind", .string(kind.rawValue)),
        ("page", page.map { .number(JSONNumber($0)) } ?? .null),
        ("evidence", .object(evidence)),
      ]))
  }
}

/// How much a finished walk is worth.
package enum Verdict: String, Sendable {
  case complete, capped, suspect, partial, failed
}
