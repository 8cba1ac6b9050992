import Sessions

/// The client as sessions see it: one that never responds, and that is as slow as the writing of
/// files.
final class FileHost: BackpressureHost {
  /// Of pages that are on their way to files.
  let unread = UnreadBytes()
}
