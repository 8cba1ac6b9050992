package import JSON
import Mapping
import Pagination
import RPC
package import Sessions

/// The only place where failures get their codes and words.
///
/// Every error carries `kind` and `retryable`; those of a load also `page` and `state`. The
/// message is one plain sentence that says what to do next where something can be done.
extension SessionError {
  /// What went wrong, in one sentence.
  package var sentence: String { row.message }

  /// What a case looks like on the wire.
  private struct Row {
    let code: Int
    let message: String
    var retryable = false
    var data: JSONObject = [:]
  }

  /// The error object. `page`: what the load asked for. `state`: what it left.
  func rpc(page: Int? = nil, state: SessionSnapshot? = nil) -> RPCError {
    let row = row
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("kind", kind)
    writer.member("retryable", row.retryable)
    for (name, value) in row.data.members {
      writer.key(name)
      writer.value(value)
    }
    if row.code == 1009 || row.code == -32800 || (1100...1300).contains(row.code) {
      if row.data["page"] == nil { writer.member("page", page) }
      if let state {
        writer.key("state")
        state.write(to: &writer)
      }
    }
    writer.endObject()
    return RPCError(code: row.code, message: row.message, data: writer.bytes)
  }

  private var row: Row {
    switch self {
    case .paginatorNotFound, .paginatorExists, .notLoaded, .noNextPage, .noPreviousPage,
      .pageOutOfRange, .pageNotReachable, .itemOutOfRange, .requestCancelled, .cancelled,
      .limitExceeded, .checkpointRejected:
      requestRow
    default: loadRow
    }
  }

  /// Errors that are decided without a request.
  private var requestRow: Row {
    switch self {
    case .paginatorNotFound(let id):
      Row(
        code: 1000, message: "There is no paginator of that id; open one with paginator/open.",
        data: ["paginatorId": .string(id)])
    case .paginatorExists(let id):
      Row(
        code: 1001, message: "A paginator of that id is open; close it first or choose another id.",
        data: ["paginatorId": .string(id)])
    case .notLoaded:
      Row(
        code: 1002, message: "No page has been loaded; call paginator/loadNextPage first.")
    case .noNextPage(let reason):
      Row(
        code: 1003, message: "There is no next page.",
        data: ["endReason": reason?.json ?? .null])
    case .noPreviousPage:
      Row(code: 1004, message: "There is no previous page.")
    case .pageOutOfRange(let page, let first, let count):
      Row(
        code: 1005, message: "Page \(page) is outside of the pages that exist.",
        data: [
          "page": .integer(page), "firstPage": .integer(first),
          "pageCount": count.map(JSONValue.integer) ?? .null,
        ])
    case .pageNotReachable(let page):
      Row(
        code: 1006,
        message: "Nothing that has been loaded leads to page \(page); load from the first page on.",
        data: ["page": .integer(page)])
    case .itemOutOfRange(let index, let count):
      Row(
        code: 1007, message: "Item \(index) is outside of the \(count) items that exist.",
        data: ["index": .integer(index), "count": .integer(count)])
    case .limitExceeded(let limit, let maximum):
      Row(
        code: 1010, message: "The limit \(limit) of \(maximum) is reached.",
        data: ["limit": .string(limit), "maximum": .integer(maximum)])
    case .checkpointRejected(let reason):
      Row(
        code: 1302, message: "The checkpoint does not belong to this request: \(reason).",
        data: ["reason": .string(reason)])
    case .requestCancelled:
      Row(
        code: -32800, message: "The request was cancelled.",
        retryable: true)
    default:
      Row(code: 1009, message: "The load was cancelled.", retryable: true)
    }
  }

  /// Errors that a request met.
  private var loadRow: Row {
    switch self {
    case .networkFailed(let url, let detail):
      Row(
        code: 1100, message: "The API could not be reached: \(detail).",
        retryable: true, data: ["url": .string(url), "detail": .string(detail)])
    case .timedOut(let url, let seconds):
      Row(
        code: 1101,
        message: "The API did not answer in time; try again or raise fetching.timeoutSeconds.",
        retryable: true,
        data: [
          "url": .string(url), "seconds": .number(JSONNumber(text: SessionError.text(seconds))),
        ])
    case .httpStatus(let url, let status, let retryAfter, let body, let descriptors):
      Row(
        code: 1102, message: "The API answered with status \(status).",
        retryable: SessionError.isTransient(status),
        data: SessionError.statusData(url, status, retryAfter, body, descriptors))
    case .tlsFailed(let url, let detail):
      Row(
        code: 1103,
        message: "No trusted TLS connection: \(detail); fetching.caFile names more certificates.",
        data: ["url": .string(url), "detail": .string(detail)])
    case .responseTooLarge(let url, let maximum):
      Row(
        code: 1104,
        message: "The body is over \(maximum) bytes; ask for fewer items a page or raise "
          + "fetching.responseBytesMax.",
        data: ["url": .string(url), "maximum": .integer(maximum)])
    case .originRefused(let url, let origin):
      Row(
        code: 1105,
        message: "The API leads to another origin, \(origin); nothing was sent there. If that is "
          + "right, add it to fetching.allowedOrigins.",
        data: ["url": .string(url), "origin": .string(origin)])
    case .rateLimited(let url, let status, let retryAfter):
      Row(
        code: 1106,
        message: "The API's rate limit is used up; try again "
          + (retryAfter.map { "in \($0) s" } ?? "later")
          + ", or allow a longer wait by fetching.retryWaitSecondsMax.",
        retryable: true,
        data: [
          "url": .string(url), "status": .integer(status),
          "retryAfterSeconds": retryAfter.map(JSONValue.integer) ?? .null,
        ])
    case .engineUnavailable(let library, let detail):
      Row(
        code: 1400, message: "The HTTP engine \(library) cannot be used: \(detail).",
        data: ["library": .string(library), "detail": .string(detail)])
    default: contentRow
    }
  }

  /// Errors of what came back.
  private var contentRow: Row {
    switch self {
    case .invalidResponse(let url, let offset, let detail):
      Row(
        code: 1200, message: "The body is no JSON: \(detail), at byte \(offset).",
        data: ["url": .string(url), "offset": .integer(offset), "detail": .string(detail)])
    case .itemsNotFound(let paths, let keys, let descriptors):
      Row(
        code: 1201, message: SessionError.itemsMessage(paths, keys, descriptors),
        data: SessionError.itemsData(paths, keys, descriptors))
    case .mappingFailed(let issues):
      Row(
        code: 1202, message: "Items do not fit the strict mapping; data.issues says which and why.",
        data: ["issues": .array(issues)])
    case .metadataInvalid(let path, let value):
      Row(
        code: 1203, message: "The value at \(path) does not lead to a page.",
        data: ["path": .string(path), "value": value])
    case .serverError(let status, let messages):
      Row(
        code: 1204, message: SessionError.oneLine(messages, status),
        retryable: SessionError.isTransient(status),
        data: [
          "status": .integer(status), "messages": .array(messages.map(JSONValue.string)),
        ])
    case .paginationLoop(let reason):
      Row(
        code: 1300, message: "The API repeats a page that came before, so paging ends here.",
        data: ["endReason": reason.json])
    default: Row(code: -32603, message: "An error inside of Paginator.")
    }
  }

  /// Whether the same request may well succeed later.
  private static func isTransient(_ status: Int) -> Bool {
    [408, 425, 429, 500, 502, 503, 504].contains(status)
  }

  private static func statusData(
    _ url: String, _ status: Int, _ retryAfter: Int?, _ body: String,
    _ descriptors: [DescriptorMismatch]
  ) -> JSONObject {
    var data: JSONObject = ["url": .string(url), "status": .integer(status)]
    if let retryAfter { data["retryAfterSeconds"] = .integer(retryAfter) }
    data["body"] = .string(body)
    if !descriptors.isEmpty { data["descriptors"] = .array(descriptors.map(\.json)) }
    return data
  }

  private static func itemsData(
    _ paths: [String], _ keys: [String], _ descriptors: [DescriptorMismatch]
  ) -> JSONObject {
    var data: JSONObject = ["path": .string(paths.joined(separator: ", "))]
    data["paths"] = .array(paths.map(JSONValue.string))
    data["keys"] = .array(keys.map(JSONValue.string))
    if !descriptors.isEmpty { data["descriptors"] = .array(descriptors.map(\.json)) }
    return data
  }

  private static func itemsMessage(
    _ paths: [String], _ keys: [String], _ descriptors: [DescriptorMismatch]
  ) -> String {
    if !descriptors.isEmpty {
      return "No response descriptor accepts the response; data.descriptors says why."
    }
    let searched = paths.map { $0.isEmpty ? "the root" : "\"\($0)\"" }.joined(separator: ", ")
    let there = keys.prefix(8).map { "\"\(oneLine($0))\"" }.joined(separator: ", ")
    return "There is no list at \(searched)"
      + (there.isEmpty ? "; set itemsPath." : "; the body has \(there): set itemsPath.")
  }

  private static func oneLine(_ messages: [String], _ status: Int) -> String {
    let text = oneLine(messages.joined(separator: ", "))
    return text.allSatisfy(\.isWhitespace) ? "The API answered with status \(status)." : text
  }

  private static func oneLine(_ text: String) -> String {
    String(text.prefix(bodyCharactersMax).map { $0.isNewline ? " " : $0 })
  }

  /// Seconds without a needless fraction.
  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}

extension JSONFieldError {
  /// What is wrong, in one sentence.
  package var sentence: String {
    let name = path.isEmpty ? "params" : "\"\(shownPath)\""
    return switch problem {
    case .missing: "\(name) is missing."
    case .unknown: "\(name) is no field that this method has."
    case .expected(let what): "\(name) must be \(what)."
    }
  }

  /// The path, cut where it is too long for a sentence.
  private var shownPath: String {
    let beginning = path.unicodeScalars.prefix(Self.pathCharactersMax + 1)
    guard beginning.count > Self.pathCharactersMax else { return path }
    return String(String.UnicodeScalarView(beginning.dropLast())) + "…"
  }

  private static let pathCharactersMax = 200

  /// The error object of wrong params.
  var rpc: RPCError { .invalidParams(path: path, sentence) }
}

extension RPCError {
  func write(to writer: inout JSONWriter) { writer.raw(text) }
}
