package import JSON
package import Pagination

extension EndReason {
  /// `{"kind": "totalReached", "page": 10, "evidence": {"field": "pageCount", "value": 10}}`
  ///
  /// `error`: the kind of the error, where a failure is the reason.
  package func json(error: String? = nil) -> JSONValue {
    var fact = JSONObject()
    if let evidence {
      fact = ["field": .string(evidence.path), "value": evidence.value]
    } else if let error {
      fact = ["field": "error", "value": .string(error)]
    }
    if case .shortPage(_, _, let items) = cause { fact["items"] = .integer(items) }
    if case .refused(let status, let body, let url) = cause {
      fact["status"] = .integer(status)
      fact["body"] = .string(body)
      if !url.isEmpty { fact["url"] = .string(url) }
    }
    return [
      "kind": .string(kind.rawValue), "page": page.map(JSONValue.integer) ?? .null,
      "evidence": .object(fact),
    ]
  }
}
