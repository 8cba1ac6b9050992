import JSON
import Mapping
import Pagination

/// An error of an API that the settings name, by its status, by what its body says, or by both.
///
///     {"status": 422, "member": "error.type", "value": "LIST_RECORDS_ITERATOR_NOT_AVAILABLE"}
///     {"member": "error.@code", "value": "noRecordsMatch"}
///     {"status": [404, 410]}
package struct NamedError: Sendable {
  /// Empty: any.
  private let statuses: Set<Int>
  /// Key paths, of which one has one of the values; empty: the body does not count.
  private let members: [JSONPath]
  private let values: Set<String>

  /// The number of statuses, key paths or values.
  static let choicesMax = 16
  private static let allStatuses = 200...599
  private static let errorStatuses = 400...599

  /// Reads the member of that name; nil where it is missing.
  init?(_ fields: inout JSONFields, _ name: String) throws(JSONFieldError) {
    guard var members = try fields.fields(name), !members.object.isEmpty else { return nil }
    self.members = try members.keyPaths("member", most: NamedError.choicesMax) ?? []
    values = Set(try NamedError.values(&members))
    let isOfBody = !self.members.isEmpty
    if isOfBody, values.isEmpty { throw members.missing("value") }
    if !isOfBody, !values.isEmpty { throw members.missing("member") }
    let bounds = isOfBody ? NamedError.allStatuses : NamedError.errorStatuses
    statuses = Set(try NamedError.statuses(&members, bounds))
    if !isOfBody, statuses.isEmpty { throw members.missing("status") }
    try members.finish()
  }

  private static func statuses(
    _ fields: inout JSONFields, _ bounds: ClosedRange<Int>
  ) throws(JSONFieldError) -> [Int] {
    guard let value = fields.value("status") else { return [] }
    let values = value.arrayValue ?? [value]
    let statuses = values.compactMap(\.integerValue).filter(bounds.contains)
    guard statuses.count == values.count, values.count <= choicesMax else {
      throw fields.error(
        "status",
        expected: "a status from \(bounds.lowerBound) to \(bounds.upperBound), or a list of them")
    }
    return statuses
  }

  private static func values(_ fields: inout JSONFields) throws(JSONFieldError) -> [String] {
    guard let value = fields.value("value") else { return [] }
    let values = value.arrayValue ?? [value]
    let texts = values.compactMap(text)
    guard texts.count == values.count, values.count <= choicesMax else {
      throw fields.error("value", expected: "a string, number or boolean, or a list of them")
    }
    return texts
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number, .boolean: value.text
    case .null, .array, .object: nil
    }
  }

  /// True for a response that is this error. `body`: read only where the status fits.
  func matches(status: Int, body: () -> JSONDocument?) -> Bool {
    guard statuses.isEmpty || statuses.contains(status) else { return false }
    if members.isEmpty { return true }
    guard let document = body() else { return false }
    return ResponseMapping.messages(document, at: members).contains(where: values.contains)
  }
}
