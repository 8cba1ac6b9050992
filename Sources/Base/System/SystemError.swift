import CLibrary

/// A system call that failed.
package struct SystemError: Error, Sendable, Hashable {
  /// The name of the call.
  package let call: String
  /// The system's number of the reason (`errno`).
  package let number: Int32

  package init(call: String, number: Int32) {
    self.call = call
    self.number = number
  }

  /// The failure of the call that was made last on this thread.
  static func last(_ call: String) -> SystemError { SystemError(call: call, number: errno) }

  /// The reason in the system's words: "No such file or directory".
  package var reason: String {
    self == .notRegular ? "it is not a regular file" : SystemError.reason(number)
  }

  /// A pipe, device or folder in place of a file; the system has no error number for this.
  static let notRegular = SystemError(call: "open", number: -1)

  /// True when the file does not exist.
  package var isMissing: Bool { number == ENOENT }

  /// True when the file exists already.
  package var isTaken: Bool { number == EEXIST }

  /// True when the reader has gone.
  package var isReaderGone: Bool { number == EPIPE }

  /// A number's reason in the system's words.
  package static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
