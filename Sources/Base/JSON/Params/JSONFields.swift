import Text

/// An error in a member of an object from outside.
package struct JSONFieldError: Error, Sendable, Equatable {
  /// The closed list of problems.
  package enum Problem: Sendable, Equatable {
    case missing
    /// `nearest`: the known name that it was probably meant to be.
    case unknown(nearest: String? = nil)
    /// The value is not what was expected, which is said in words: "a whole number from 1 to 10".
    /// `nearest`: the name that it was probably meant to be, where one of several was expected.
    case expected(String, nearest: String? = nil)
  }

  /// Dotted path from the outermost object; dots in names are escaped by a backslash.
  package let path: String
  package let problem: Problem

  package init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// The value at the path is not what was expected.
  package init(_ path: String, expected: String) {
    self.init(path: path, problem: .expected(expected))
  }
}

/// Reads the members of an object by name and type, and finds the unread ones.
///
/// `null` means absent, and `[]` the empty object, as clients write them that know no other way.
/// A whole number may be written `3.0` or `3e0`.
package struct JSONFields: Sendable {
  package let object: JSONObject
  package let path: String
  /// The names that have been requested, some of them several times.
  private(set) var used: [String] = []
  /// The paths of names that are misplaced here, such as `retries` for `fetching.retries`.
  package var homes: [String: String] = [:]

  package init(_ object: JSONObject, path: String = "") {
    self.object = object
    self.path = path
  }

  /// Throws `expected` where the value is not an object.
  package init(_ value: JSONValue, path: String) throws(JSONFieldError) {
    switch value {
    case .object(let object): self.init(object, path: path)
    case .null, .array([]): self.init(JSONObject(), path: path)
    default: throw JSONFieldError(path: path, problem: .expected("an object"))
    }
  }

  /// The path of a member.
  package func path(of name: String) -> String {
    JSONFields.join(path, name)
  }

  package static func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? escaped(name) : path + "." + escaped(name)
  }

  /// A name as one key of a path.
  package static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == ASCII.dot || $0 == ASCII.backslash }) else {
      return name
    }
    return name.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "." || scalar == "\\" { text.append("\\") }
      text.unicodeScalars.append(scalar)
    }
  }

  package func error(_ name: String, expected: String, nearest: String? = nil) -> JSONFieldError {
    JSONFieldError(path: path(of: name), problem: .expected(expected, nearest: nearest))
  }

  /// The error of a member that is missing; of a misspelled one where that was probably meant.
  package func missing(_ name: String) -> JSONFieldError {
    let meant = object.keys.first {
      !used.contains($0) && DidYouMean.name(to: $0, in: [name]) != nil
    }
    guard let meant else { return JSONFieldError(path: path(of: name), problem: .missing) }
    return JSONFieldError(path: path(of: meant), problem: .unknown(nearest: name))
  }

  /// The member's value; nil where it is missing or null.
  package mutating func value(_ name: String) -> JSONValue? {
    used.append(name)
    guard let value = object[name], value != .null else { return nil }
    return value
  }

  /// The member's value, null included; nil where it is missing.
  package mutating func nullable(_ name: String) -> JSONValue? {
    used.append(name)
    return object[name]
  }

  /// The member's value as `read` returns it; nil if it is missing or null.
  private mutating func value<Value>(
    _ name: String, expected: @autoclosure () -> String, _ read: (JSONValue) -> Value?
  ) throws(JSONFieldError) -> Value? {
    guard let value = value(name) else { return nil }
    return try read(value).orThrow(error(name, expected: expected()))
  }

  package mutating func string(_ name: String) throws(JSONFieldError) -> String? {
    try value(name, expected: "a string") { $0.stringValue }
  }

  package mutating func boolean(_ name: String) throws(JSONFieldError) -> Bool? {
    try value(name, expected: "true or false") { $0.booleanValue }
  }

  package mutating func integer(
    _ name: String, in bounds: ClosedRange<Int> = Int.min...Int.max
  ) throws(JSONFieldError) -> Int? {
    try value(name, expected: JSONFields.words("a whole number", bounds)) {
      $0.integer(in: bounds)
    }
  }

  /// Seconds, which may have a fraction.
  package mutating func seconds(
    _ name: String, in bounds: ClosedRange<Double>
  ) throws(JSONFieldError) -> Double? {
    let words = "a number of seconds from \(bounds.lowerBound) to \(bounds.upperBound)"
    return try value(name, expected: words) {
      $0.doubleValue.flatMap { bounds.contains($0) ? $0 : nil }
    }
  }

  /// One of a closed list of names.
  package mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, of type: Choice.Type
  ) throws(JSONFieldError) -> Choice? where Choice.RawValue == String {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue)
      let nearest = value.stringValue.flatMap { DidYouMean.name(to: $0, in: names) }
      let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
      throw error(name, expected: "one of \(list)", nearest: nearest)
    }
    return choice
  }

  package mutating func array(_ name: String) throws(JSONFieldError) -> [JSONValue]? {
    try value(name, expected: "an array") { $0.arrayValue }
  }

  /// The members of an object; nil where it is missing.
  package mutating func fields(_ name: String) throws(JSONFieldError) -> JSONFields? {
    guard let value = value(name) else { return nil }
    return try JSONFields(value, path: path(of: name))
  }

  /// A string or a list of strings, as a list. What is wrong inside a list is named by its number
  /// there.
  package mutating func strings(_ name: String) throws(JSONFieldError) -> [String]? {
    switch value(name) {
    case nil: return nil
    case .string(let string): return [string]
    case .array(let list):
      return try list.enumerated().map { index, text throws(JSONFieldError) in
        let place = JSONFields.join(path(of: name), String(index))
        return try text.stringValue.orThrow(JSONFieldError(place, expected: "a string"))
      }
    default: throw error(name, expected: "a string or a list of strings")
    }
  }

  /// Marks a member as known without reading it.
  package mutating func allow(_ names: String...) {
    used += names
  }

  /// Throws `unknown` for the first member that was not read.
  package func finish() throws(JSONFieldError) {
    for name in object.keys where !used.contains(name) {
      let free = used.filter { object[$0] == nil }
      throw JSONFieldError(
        path: path(of: name),
        problem: .unknown(nearest: homes[name] ?? DidYouMean.name(to: name, in: free)))
    }
  }

  private static func words(_ what: String, _ bounds: ClosedRange<Int>) -> String {
    switch (bounds.lowerBound, bounds.upperBound) {
    case (Int.min, Int.max): what
    case (let low, Int.max): "\(what) of at least \(low)"
    case (let low, let high): "\(what) from \(low) to \(high)"
    }
  }
}
