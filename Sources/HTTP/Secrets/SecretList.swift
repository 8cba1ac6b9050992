/// The secrets that a caller has given, wherever they stood: the one source of them.
///
///     var secrets = SecretList()
///     secrets.add(url: "https://KEY:x@h/a;token=S?api_key=K")
///
/// holds `x`, `KEY`, `KEY:x`, `S` and `K`.
package struct SecretList: Sendable {
  /// The names of parameters that say where paging is, which are no secrets.
  private let positions: Set<String>
  /// What was found so far, in order.
  package private(set) var values: [String] = []

  package init(positions: Set<String> = []) {
    self.positions = positions
  }

  /// Adds a text that is a secret as a whole.
  package mutating func add(secret: String) {
    if !secret.isEmpty { values.append(secret) }
  }

  /// Adds what a URL, URL pattern or relative reference holds.
  package mutating func add(url: String) {
    values += Redactor.secrets(inURL: url, positions: positions)
  }

  /// Adds what a header holds; `url` is the one that is asked.
  package mutating func add(header name: String, value: String, url: String = "") {
    values += Redactor.secrets(inHeader: name, value: value, url: url)
  }

  /// Adds the value of a parameter that is named like a credential. A value that is a URL may hold
  /// secrets whatever its name is.
  package mutating func add(parameter name: String, value: String) {
    if positions.contains(name) { return }
    if CredentialNames.isCredential(name) {
      add(secret: value)
    } else {
      values += Redactor.secrets(inText: value)
    }
  }

  /// Adds what a body holds: the fields of a form, or the members of JSON, that are named like a
  /// credential.
  package mutating func add(body: String) {
    values += Redactor.secrets(inBody: body, positions: positions)
  }
}
