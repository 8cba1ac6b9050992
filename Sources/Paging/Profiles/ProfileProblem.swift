package import JSON

/// A problem with profiles, and its place.
package struct ProfileProblem: Error, Sendable, Equatable {
  /// The closed list of problems.
  package enum Cause: Sendable, Equatable {
    /// The file cannot be read; why, in the words of the operating system.
    case unreadable(String)
    case tooLarge(bytesMax: Int)
    case syntax(JSONSyntaxError.Reason)
    /// A name is given twice in one object.
    case duplicateName(String)
    case tooManyProfiles(maximum: Int)
    /// The text is not a name of a profile.
    case name
    case field(JSONFieldError)
    /// No profile of that name can be extended from here; the nearest name.
    case unknownBase(String, near: String?)
    /// The names from the profile back to itself.
    case circle([String])
    case tooManySteps(maximum: Int)
    /// A variable of the environment that is unset or empty.
    case variable(String)
    /// `{env:` without the name of a variable and a closing brace.
    case variableName
  }

  /// A place in a text; both count from 1, columns in characters.
  package struct Place: Sendable, Equatable, Comparable {
    package let line: Int
    package let column: Int

    package static func < (left: Place, right: Place) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  package let source: ProfileSource
  /// nil: the source is not a file.
  package let place: Place?
  /// nil: the source as a whole is wrong.
  package let profile: String?
  /// Dotted, from the profile on; empty: the profile itself.
  package let path: String
  package let cause: Cause

  package init(
    _ cause: Cause, in source: ProfileSource, at place: Place? = nil, profile: String? = nil,
    path: String = ""
  ) {
    self.cause = cause
    self.source = source
    // Texts that did not come from a file have no lines that anyone could look at.
    if case .file = source { self.place = place } else { self.place = nil }
    self.profile = profile
    self.path = path
  }
}
