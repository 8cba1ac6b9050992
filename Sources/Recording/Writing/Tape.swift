/// The file that exchanges are written to.
package final class Tape: Sendable {
  /// As it was given, `%p` and `%%` replaced.
  package let path: String

  package init(path: String) {
    self.path = path
  }
}
