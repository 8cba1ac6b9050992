package import JSON
import Text

/// An error as clients see it: `{"code": 1003, "message": "...", "data": {"kind": ...}}`.
package struct ErrorObject: Sendable, Equatable {
  package let code: Int
  /// One sentence that says what is wrong and what to do.
  package let message: String
  /// JSON text of an object with `kind` and `retryable`.
  package let data: [UInt8]

  init(code: Int, message: String, data: [UInt8]) {
    self.code = code
    self.message = ShownText.sentence(message)
    self.data = data
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", code)
      writer.member("message", message)
      writer.raw("data", data)
    }
  }
}
