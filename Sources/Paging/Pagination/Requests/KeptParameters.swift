import HTTP
import JSON
import Text

/// The parameters of the request as opened that are added to an API's link that lacks them, as
/// `keepParameters` sets them.
///
///     true                          all of them
///     ["version", "generation"]     these
package enum KeptParameters: Sendable, Equatable {
  case none, all
  case named([String])

  /// The value as it is read; nil: none.
  var json: JSONValue? {
    switch self {
    case .none: nil
    case .all: true
    case .named(let names): .array(names.map { .string($0) })
    }
  }

  /// These, and one more.
  func adding(_ name: String) -> KeptParameters {
    switch self {
    case .none: .named([name])
    case .all: .all
    case .named(let names): .named(names + [name])
    }
  }

  private func contains(_ name: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .named(let names): names.contains(name)
    }
  }

  /// Adds to a link what it lacks of the query of a URL. A link to another origin stays as it is:
  /// what the caller sends is not for it.
  func add(to link: inout RequestDraft, from opened: String) {
    guard self != .none, let target = try? HTTPURL.parse(link.url),
      let origin = try? HTTPURL.parse(opened).origin, target.origin == origin
    else { return }
    let present = Set(QueryString.members(of: link.url).map(\.name))
    var values: [(name: String, values: [String])] = []
    for member in QueryString.members(of: opened)
    where !present.contains(member.name) && contains(member.name) {
      if let index = values.firstIndex(where: { $0.name == member.name }) {
        values[index].values.append(member.value)
      } else {
        values.append((member.name, [member.value]))
      }
    }
    for (name, values) in values { link.setQuery(name, values) }
  }
}

extension JSONFields {
  /// Reads `keepParameters`: true, or names.
  mutating func keptParameters() throws(JSONFieldError) -> KeptParameters {
    let member = "keepParameters"
    switch value(member) {
    case nil, .null?: return .none
    case .boolean?: return try boolean(member) == true ? .all : .none
    default: break
    }
    guard let names = try strings(member), names.allSatisfy({ !$0.isEmpty }) else {
      throw error(member, expected: "true, or a list of names of parameters")
    }
    return .named(names)
  }
}
