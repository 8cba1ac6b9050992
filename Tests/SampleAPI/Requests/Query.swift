import Text

/// The path and the parameters of a request target.
///
/// `/page?page=2&fault=500%403` has the path `/page` and two parameters; `with(["page": "3"])`
/// gives `page=3&fault=500%403`: what stays is kept byte for byte.
struct Query: Sendable {
  let path: String
  /// Each member as it was sent, with its name and its value.
  private let members: [(name: String, value: String, sent: QueryString.Member)]

  init(_ target: String) {
    // A proxy is asked for a whole URL.
    let target =
      target.hasPrefix("http://") ? target.dropFirst(7).drop { $0 != "/" } : target[...]
    let mark = target.firstIndex(of: "?") ?? target.endIndex
    path = PercentCoding.decode(String(target[..<mark]))
    members = QueryString.parse(String(target[mark...])).map { member in
      (member.name, PercentCoding.decode(member.rawValue ?? "", plusIsSpace: true), member)
    }
  }

  /// The value of the last parameter with that name; nil when it is not there or has none.
  func value(_ name: String) -> String? { values(name).last }

  /// The values of all parameters with that name that have one.
  func values(_ name: String) -> [String] {
    members.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
  }

  /// The same as a number in a range.
  func number(_ name: String, _ allowed: ClosedRange<Int>) throws(Refusal) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = ASCII.number(text.utf8), allowed.contains(number) else {
      throw .invalid(name, "a number from \(allowed.lowerBound) to \(allowed.upperBound)")
    }
    return number
  }

  /// The query with some parameters set again (in place, or at the end where they are new), and
  /// those with nil omitted.
  func with(_ changes: [(name: String, value: String?)]) -> String {
    var pending = changes
    var changed: [QueryString.Member] = []
    for member in members {
      if let place = pending.firstIndex(where: { $0.name == member.name }) {
        if let value = pending[place].value {
          changed.append(.init(name: member.name, value: value))
        }
        pending[place].value = nil
      } else {
        changed.append(member.sent)
      }
    }
    for case (let name, let value?) in pending { changed.append(.init(name: name, value: value)) }
    return QueryString.join(changed)
  }
}
