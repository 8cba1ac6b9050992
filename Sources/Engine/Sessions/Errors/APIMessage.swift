import JSON
import Pagination

/// The error message in a JSON body that is not a page.
///
///     {"error": {"code": 7, "message": "No such key"}}     No such key
///     {"ok": false, "errors": ["Quota exceeded", "..."]}   Quota exceeded
package struct APIMessage: Sendable, Equatable {
  /// In one line.
  package let text: String
  /// True when the body reports a failure, regardless of the status.
  package let isError: Bool

  /// Reads the message of a body; nil if it is not a JSON object with a message.
  package init?(_ body: String) {
    guard let document = try? JSONDocument(Array(body.utf8)) else { return nil }
    self.init(document)
  }

  /// The same of a body that has been read.
  init?(_ document: JSONDocument) {
    guard case .object(let object) = document.value(document.root),
      let text = APIMessage.text(.object(object), depth: 0)
    else { return nil }
    self.text = text
    isError = APIMessage.reportsFailure(object)
  }

  /// Names of members with the words, the plainest first, then those that hold such members.
  private static let names = [
    "message", "errormessage", "errordescription", "detail", "details", "msg", "description",
    "reason", "faultstring", "title", "error", "errors", "fault", "exception", "code",
  ]
  /// Names of members that a report has besides its words.
  private static let asides: Set<String> = [
    "status", "statuscode", "code", "type", "path", "timestamp", "requestid", "documentationurl",
    "success", "ok", "instance",
  ]
  private static let depthMax = 4

  private static func text(_ value: JSONValue, depth: Int) -> String? {
    guard depth < depthMax else { return nil }
    switch value {
    case .string(let text):
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return line.allSatisfy(\.isWhitespace) ? nil : line
    case .array(let elements):
      return elements.lazy.compactMap { self.text($0, depth: depth + 1) }.first
    case .object(let object):
      for name in names {
        for member in object.members where EnvelopeReport.flat(member.key) == name {
          if let text = text(member.value, depth: depth + 1) { return text }
        }
      }
      return nil
    default: return nil
    }
  }

  private static func reportsFailure(_ object: JSONObject) -> Bool {
    var isReport = true
    for (key, value) in object.members {
      let name = EnvelopeReport.flat(key)
      if case .failure? = EnvelopeReport(name, value) { return true }
      if !asides.contains(name), !names.contains(name) { isReport = false }
    }
    return isReport
  }
}
