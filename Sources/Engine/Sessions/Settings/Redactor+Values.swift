import JSON
import Pagination
import Secrets
import System

extension Redactor {
  /// A URL for people. Its secrets are masked when it is first read, as few are.
  func shown(_ url: String) -> LazyValue<String> { LazyValue { mask(url: url) } }
}

extension JSONValue {
  /// The same value with the secrets in its texts masked; a number that is one becomes a text.
  func masked(by redactor: Redactor) -> JSONValue {
    switch self {
    case .string(let text): return .string(redactor.mask(text: text))
    case .number(let number):
      let masked = redactor.mask(text: number.text)
      return masked == number.text ? self : .string(masked)
    default: return mapParts { _, part in part.masked(by: redactor) }
    }
  }
}

extension StatedValue {
  func masked(by redactor: Redactor) -> StatedValue {
    StatedValue(path, value.masked(by: redactor))
  }
}

extension PageWarning {
  /// The same warning with the secrets in what it quotes masked.
  func masked(by redactor: Redactor) -> PageWarning {
    switch self {
    case .metadataInvalid(let value): .metadataInvalid(value.masked(by: redactor))
    case .incompleteResults(let value): .incompleteResults(value.masked(by: redactor))
    case .sharedItems(let page, let count, let pages, let items):
      .sharedItems(
        page: page, count: count, pages: pages, items: items.map { $0.masked(by: redactor) })
    case .undetected(let refutation):
      .undetected(refutation: refutation.map { redactor.mask(text: $0) })
    case .severalLists(let paths): .severalLists(paths.map { redactor.mask(text: $0) })
    case .innerListsCut(let path, let page, let items):
      .innerListsCut(path: redactor.mask(text: path), page: page, items: items)
    default: self
    }
  }
}

extension EndReason {
  /// The same reason with the secrets in its evidence masked.
  func masked(by redactor: Redactor) -> EndReason {
    let cause: Cause =
      switch cause {
      case .noNext(let value): .noNext(value.masked(by: redactor))
      case .moreFalse(let value): .moreFalse(value.masked(by: redactor))
      case .rangeComplete(let value): .rangeComplete(value.masked(by: redactor))
      default: cause
      }
    return EndReason(cause, page: page)
  }
}
