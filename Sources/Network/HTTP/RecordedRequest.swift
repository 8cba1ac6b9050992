package import Secrets

/// The entry of a recording that comes nearest to a request that it does not have.
package struct RecordedRequest: Sendable, Hashable {
  /// Its index among the entries of the file.
  package let entry: Int
  package let method: String
  package let url: String
  /// The differences that keep the entry from matching, at least one.
  package let differences: [RequestDifference]

  package init(entry: Int, method: String, url: String, differences: [RequestDifference]) {
    self.entry = entry
    self.method = method
    self.url = url
    self.differences = differences
  }

  /// The same with every credential masked.
  package func masked(by redactor: Redactor) -> RecordedRequest {
    RecordedRequest(
      entry: entry, method: method, url: redactor.mask(url: url),
      differences: differences.map { $0.masked(by: redactor) })
  }
}

/// A part in which a request differs from a recorded one.
package struct RequestDifference: Sendable, Hashable {
  /// The part of the request that differs.
  package enum Part: String, Sendable {
    case method
    case origin
    case path
    /// One parameter.
    case query
    case body
    /// No part differs, but the entry has already been used.
    case used
  }

  package let part: Part
  /// Of a parameter or a form's field, or the key path in a JSON body; nil for other parts.
  package let name: String?
  /// nil where nothing is there. At most ``textBytesMax`` bytes of a body are quoted.
  package let requested: String?
  package let recorded: String?

  /// The maximum size of a quoted part of a body, in bytes.
  package static let textBytesMax = 200
  /// The size of the quoted text before the difference, in bytes.
  package static let contextBytes = 40

  package init(_ part: Part, name: String? = nil, requested: String?, recorded: String?) {
    self.part = part
    self.name = name
    self.requested = requested
    self.recorded = recorded
  }

  fileprivate func masked(by redactor: Redactor) -> RequestDifference {
    let last = name.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
    let isCredential = last.map(CredentialNames.isCredential) ?? false
    let mask: (String) -> String = { isCredential ? Redactor.mask : redactor.mask(text: $0) }
    return RequestDifference(
      part, name: name.map { redactor.mask(text: $0) }, requested: requested.map(mask),
      recorded: recorded.map(mask))
  }
}
