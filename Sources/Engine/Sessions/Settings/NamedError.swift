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
    values = Set(
      try NamedError.choices(
        &members, "value", expected: "a string, number or boolean", NamedError.text))
    let isOfBody = !self.members.isEmpty
    if isOfBody, values.isEmpty { throw members.missing("value") }
    if !isOfBody, !values.isEmpty { throw members.missing("member") }
    let bounds = isOfBody ? NamedError.allStatuses : NamedError.errorStatuses
    statuses = Set(
      try NamedError.choices(
        &members, "status",
        expected: "a status from \(bounds.lowerBound) to \(bounds.upperBound)"
      ) { $0.integer(in: bounds) })
    if !isOfBody, statuses.isEmpty { throw members.missing("status") }
    try members.finish()
  }

  /// The values of a member that has one or a list of them.
  private static func choices<Value>(
    _ fields: inout JSONFields, _ name: String, expected: String, _ read: (JSONValue) -> Value?
  ) throws(JSONFieldError) -> [Value] {
    guard let value = fields.value(name) else { return [] }
    let values = value.arrayValue ?? [value]
    let choices = values.compactMap(read)
    guard choices.count == values.count, values.count <= choicesMax else {
      throw fields.error(name, expected: "\(expected), or a list of them")
    }
    return choices
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
