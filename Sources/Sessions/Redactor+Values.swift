import HTTP
import JSON
import Pagination

extension JSONValue {
  /// The same value with the secrets in its texts masked; a number that is one becomes a text.
  func masked(by redactor: Redactor) -> JSONValue {
    switch self {
    case .string(let text): return .string(redactor.mask(text: text))
    case .number(let number):
      let masked = redactor.mask(text: number.text)
      return masked == number.text ? self : .string(masked)
    case .array(let elements): return .array(elements.map { $0.masked(by: redactor) })
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map { (key: $0.key, value: $0.value.masked(by: redactor)) }))
    default: return self
    }
  }
}

extension JSONObject {
  func masked(by redactor: Redactor) -> JSONObject {
    JSONValue.object(self).masked(by: redactor).objectValue ?? JSONObject()
  }
}

extension PageWarning {
  /// The same warning with the secrets in what it quotes masked.
  func masked(by redactor: Redactor) -> PageWarning {
    PageWarning(kind, message, details.masked(by: redactor))
  }
}

extension EndReason {
  /// The same reason with the secrets in its evidence masked.
  func masked(by redactor: Redactor) -> EndReason {
    EndReason(kind, page: page, evidence: evidence.masked(by: redactor))
  }
}
