/// The reason why a command line cannot be used, in one sentence without a full stop.
struct UsageError: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
