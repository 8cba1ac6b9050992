import Sessions

/// The client as sessions see it: one that answers nothing, and is as slow as files are written.
final class FileHost: SlowHost {
  /// Of pages that are on their way to files.
  let unread = UnreadBytes()
}
