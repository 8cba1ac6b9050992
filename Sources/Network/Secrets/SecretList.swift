import Text

/// The secrets that a caller has given, wherever they stood: the one source of them.
///
///     var secrets = SecretList()
///     secrets.add(url: "https://KEY:x@h/a;token=S?api_key=K")
///
/// holds `x`, `KEY`, `KEY:x`, `S` and `K`.
package struct SecretList: Sendable {
  /// A secret, and the place that it has in every list of settings of the same kind: `url.0`,
  /// `header.authorization.1`. Another value may have the same place another time.
  package struct Entry: Sendable {
    package let place: String
    package let value: String
  }

  /// The names of parameters that say where paging is, which are no secrets.
  private let positions: Set<String>
  /// The secrets found so far, in order.
  package private(set) var entries: [Entry] = []
  /// The number of secrets at each place.
  private var counts: [String: Int] = [:]

  package init(positions: Set<String> = []) {
    self.positions = positions
  }

  /// The secrets without their places.
  package var values: [String] { entries.map(\.value) }

  /// Adds a text that is a secret as a whole.
  package mutating func add(secret: String, at place: String = "secret") {
    if !secret.isEmpty { append([secret], at: place) }
  }

  /// Adds what a URL, URL pattern or relative reference holds.
  package mutating func add(url: String, at place: String = "url") {
    append(Redactor.secrets(inURL: url, positions: positions), at: place)
  }

  /// Adds the secrets of a header; `url` is the URL of the request.
  package mutating func add(header name: String, value: String, url: String = "") {
    append(
      Redactor.secrets(inHeader: name, value: value, url: url),
      at: "header." + PercentCoding.encode(name.lowercased()))
  }

  /// Adds the value of a parameter that is named like a credential. A value that is a URL may hold
  /// secrets under any name.
  package mutating func add(parameter name: String, value: String) {
    if positions.contains(name) { return }
    let isSecret = CredentialNames.isCredential(name)
    append(
      isSecret ? [value].filter { !$0.isEmpty } : Redactor.secrets(inText: value),
      at: "parameter." + PercentCoding.encode(name))
  }

  /// Adds what a body holds: the fields of a form, or the members of JSON, that are named like a
  /// credential.
  package mutating func add(body: String, at place: String = "body") {
    append(Redactor.secrets(inBody: body, positions: positions), at: place)
  }

  private mutating func append(_ values: [String], at place: String) {
    for value in values {
      let number = counts[place, default: 0]
      counts[place] = number + 1
      entries.append(Entry(place: "\(place).\(number)", value: value))
    }
  }
}
