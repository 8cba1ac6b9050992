/// The portable token of where paging continues. Its text is made only when somebody wants it, as
/// most of those that come with the pages of a walk are replaced by the next one.
package struct CheckpointToken: Sendable {
  private let write: @Sendable () -> String

  package init(_ write: @escaping @Sendable () -> String) {
    self.write = write
  }

  /// A token that came as a text.
  package init(text: String) {
    self.init { text }
  }

  /// The text that clients keep.
  package var text: String { write() }
}
