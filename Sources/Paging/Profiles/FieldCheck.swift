package import JSON

/// Finds all that is wrong with an object, where reading it stops at the first error.
///
/// What is wrong is taken out, and the rest is read again.
package enum FieldCheck {
  /// The maximum number of errors collected for one object.
  static let errorsMax = 100

  package static func errors(
    in object: JSONObject, _ read: (JSONObject) throws(JSONFieldError) -> Void
  ) -> [JSONFieldError] {
    var object = JSONValue.object(object)
    var errors: [JSONFieldError] = []
    var removed: Set<String> = []
    while errors.count < errorsMax, case .object(let members) = object {
      do throws(JSONFieldError) {
        try read(members)
        return errors
      } catch {
        // missing only because we removed it: remove its parent, too
        var path = (try? JSONPath(error.path))?.keys ?? []
        if removed.contains(error.path) {
          path = path.dropLast()
          let parent = path.reduce("") { JSONFields.join($0, $1) }
          guard !path.isEmpty, removed.insert(parent).inserted else { return errors }
        } else {
          errors.append(error)
          removed.insert(error.path)
          if error.problem == .missing { path = path.dropLast() }
        }
        guard !path.isEmpty, let rest = removing(path[...], from: object) else { return errors }
        object = rest
      }
    }
    return errors
  }

  /// The value without what is at the path; where that is not there, without what is around it.
  private static func removing(_ path: ArraySlice<String>, from value: JSONValue) -> JSONValue? {
    guard let name = path.first else { return nil }
    switch value {
    case .object(var object):
      guard let member = object[name] else { return nil }
      object[name] = path.count == 1 ? nil : removing(path.dropFirst(), from: member)
      return .object(object)
    case .array(var elements):
      guard let index = Int(name), elements.indices.contains(index) else { return nil }
      if path.count > 1, let rest = removing(path.dropFirst(), from: elements[index]) {
        elements[index] = rest
      } else {
        elements.removeSubrange(index...)  // the indexes of those before it stay what they are
      }
      return .array(elements)
    default: return nil
    }
  }
}
