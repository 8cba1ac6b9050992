import Text

/// One header line: its name as it was written, and its value without surrounding blanks; or a name
/// and a value of a form, or of a `Link`.
package struct HTTPField: Sendable, Hashable {
  package var name: String
  package var value: String

  /// Makes a field; nothing is checked here, a request is checked when it is sent.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// True when that is its name, in any ASCII case; mostly the lengths differ.
  func isNamed(_ name: String) -> Bool {
    self.name.utf8.count == name.utf8.count
      && (self.name == name || ASCII.equalsIgnoringCase(self.name, name))
  }
}

/// Header fields in the order in which they were received or will be sent.
///
/// Names are compared in any ASCII case; a name may occur several times.
package struct HTTPHeaders: Sendable, Hashable {
  /// Every field, in order.
  package private(set) var fields: [HTTPField]

  /// Makes headers of fields, in that order.
  package init(_ fields: [HTTPField] = []) {
    self.fields = fields
  }

  /// True when there are no fields.
  package var isEmpty: Bool { fields.isEmpty }

  /// The value of the first field of that name; nil if it does not exist.
  package subscript(name: String) -> String? {
    fields.first { $0.isNamed(name) }?.value
  }

  /// The values of every field of that name, in order, one per line.
  package func values(_ name: String) -> [String] {
    var values: [String] = []
    for field in fields where field.isNamed(name) { values.append(field.value) }
    return values
  }

  /// All values of that name joined by ", " (RFC 9110 section 5.3); nil if there are no such
  /// fields.
  ///
  /// Not for `Set-Cookie`, whose values hold commas: use ``values(_:)``.
  package func combined(_ name: String) -> String? {
    let values = values(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The words of a header that is a list, between its commas, in lower case.
  func words(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }
      .map { ASCII.lowercased(String($0).trimmingBlanks) }
  }

  /// Adds a field after the others, even if the name is already there.
  package mutating func add(_ name: String, _ value: String) {
    fields.append(HTTPField(name: name, value: value))
  }

  /// Replaces every field of that name by one, which takes the place of the first.
  package mutating func set(_ name: String, _ value: String) {
    guard let place = fields.firstIndex(where: { $0.isNamed(name) }) else {
      add(name, value)
      return
    }
    remove(name)
    fields.insert(HTTPField(name: name, value: value), at: place)
  }

  /// Removes every field of that name.
  package mutating func remove(_ name: String) {
    fields.removeAll { $0.isNamed(name) }
  }
}
