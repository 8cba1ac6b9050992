import Secrets

/// A URL for people. Its secrets are masked when it is read, as few are.
final class MaskedURL: Sendable {
  private let url: String
  private let redactor: Redactor?

  /// `redactor`: nil where the URL is masked.
  init(_ url: String, _ redactor: Redactor?) {
    self.url = url
    self.redactor = redactor
  }

  var text: String { redactor?.mask(url: url) ?? url }
}
