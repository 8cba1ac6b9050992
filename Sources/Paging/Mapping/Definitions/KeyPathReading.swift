import JSON
import Text

extension JSONPath {
  /// The path of a text that is at `place` in the params.
  static func read(_ text: String, at place: String) throws(JSONFieldError) -> JSONPath {
    try mapError(
      { (wrong: JSONPathError) in JSONFieldError(place, expected: wrong.expectation) },
      JSONPath(text))
  }

  /// The paths of a field that is one text or a list of texts.
  static func list(
    _ name: String, _ fields: inout JSONFields
  ) throws(JSONFieldError) -> [JSONPath] {
    let place = fields.path(of: name)
    let isList = fields.value(name)?.arrayValue != nil
    var paths: [JSONPath] = []
    for (position, text) in (try fields.strings(name) ?? []).enumerated() {
      paths.append(try read(text, at: isList ? JSONFields.join(place, "\(position)") : place))
    }
    return paths
  }
}
