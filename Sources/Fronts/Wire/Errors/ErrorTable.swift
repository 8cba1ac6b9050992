import HTTP
import JSON
import Mapping
import Pagination
package import RPC
package import Sessions
import Text

/// The only place where failures get their codes and words: a row for each error of the contract's
/// table, its sentence, and its data.
extension SessionError {
  /// The error object. `page`: what the load requested. `state`: what it left.
  package func object(page: Int? = nil, state: SessionSnapshot? = nil) -> RPCError {
    let row = row
    let data = data
    let json = JSONWriter.object { writer in
      writer.member("kind", kind)
      writer.member("retryable", row.isRetryable)
      if let request {
        writer.member("method", request.method)
        writer.member("url", request.url)
      }
      for (name, value) in data.members {
        writer.key(text: name)
        writer.value(value)
      }
      if row.isOfLoad {
        if data["page"] == nil { writer.member("page", page) }
        if let state { writer.raw("state", state.json) }
      }
    }
    let message = undetected(in: state) ?? sentence()
    return RPCError(code: row.code, message: ShownText.sentence(message), data: json)
  }

  /// The sentence for what may exist in a list whose way of paging was not found; nil for other
  /// lists and errors.
  private func undetected(in state: SessionSnapshot?) -> String? {
    let missing: String
    switch self {
    case .noNextPage: missing = "No next page"
    case .pageOutOfRange(let page, _, _): missing = "No page \(page)"
    case .itemOutOfRange(let index, _), .itemBehindEnd(let index, _): missing = "No item \(index)"
    default: return nil
    }
    let warning = state?.warnings.first { $0.kind == .undetected }
    return warning.map { "\(missing) is known. \($0.message)" }
  }

  /// An error's properties on the wire, besides its kind.
  private struct Row {
    let code: Int
    /// The request that failed.
    var request: RequestLine?
    /// True when the same request may succeed later.
    var isRetryable = false
    /// Its data has the page that the load requested, and the state that it left.
    var isOfLoad = false
  }

  private var row: Row {
    switch self {
    case .requestCancelled: Row(code: -32800, isRetryable: true, isOfLoad: true)
    case .paginatorNotFound: Row(code: 1000)
    case .paginatorExists: Row(code: 1001)
    case .notLoaded: Row(code: 1002)
    case .noNextPage: Row(code: 1003)
    case .noPreviousPage: Row(code: 1004)
    case .pageOutOfRange: Row(code: 1005)
    case .pageNotReachable: Row(code: 1006)
    case .itemOutOfRange, .itemBehindEnd: Row(code: 1007)
    case .cancelled: Row(code: 1009, isRetryable: true, isOfLoad: true)
    case .limitExceeded: Row(code: 1010)
    case .notForSeries: Row(code: 1013)
    case .itemUnusable: Row(code: 1014)
    case .networkFailed(let request, _):
      Row(code: 1100, request: request, isRetryable: true, isOfLoad: true)
    case .timedOut(let request, _):
      Row(code: 1101, request: request, isRetryable: true, isOfLoad: true)
    case .httpStatus(let request, let status, _, _, _):
      Row(
        code: 1102, request: request, isRetryable: HTTPStatus(status).isTransient, isOfLoad: true)
    case .tlsFailed(let request, _, _): Row(code: 1103, request: request, isOfLoad: true)
    case .responseTooLarge(let request, _, _): Row(code: 1104, request: request, isOfLoad: true)
    case .originRefused(let request, _), .credentialWithheld(let request, _, _):
      Row(code: 1105, request: request, isOfLoad: true)
    case .rateLimited(let request, _, _):
      Row(code: 1106, request: request, isRetryable: true, isOfLoad: true)
    case .authFailed(let failure):
      Row(
        code: 1107, isRetryable: failure.status.map { HTTPStatus($0).isTransient } ?? false,
        isOfLoad: true)
    case .notRecorded(let request, _): Row(code: 1108, request: request, isOfLoad: true)
    case .positionExpired(let request, _, _): Row(code: 1109, request: request, isOfLoad: true)
    case .invalidResponse(let request, let body):
      Row(code: 1200, request: request, isRetryable: body.isTransient, isOfLoad: true)
    case .itemsNotFound(_, _, _, let response):
      Row(code: 1201, request: response?.request, isOfLoad: true)
    case .mappingFailed: Row(code: 1202, isOfLoad: true)
    case .metadataInvalid: Row(code: 1203, isOfLoad: true)
    case .serverError(let status, _):
      Row(code: 1204, isRetryable: HTTPStatus(status).isTransient, isOfLoad: true)
    case .paginationLoop: Row(code: 1300, isOfLoad: true)
    case .checkpointRejected: Row(code: 1302)
    case .engineUnavailable: Row(code: 1400)
    case .storeFailed(_, _, let isRetryable):
      Row(code: 1401, isRetryable: isRetryable, isOfLoad: true)
    }
  }

  // MARK: Data

  /// The request that failed; nil where none did, or where the failure is not one request's.
  package var request: RequestLine? { row.request }

  private var data: JSONObject {
    switch self {
    case .requestCancelled, .notLoaded, .noPreviousPage, .cancelled: [:]
    case .paginatorNotFound(let id), .paginatorExists(let id): ["paginatorId": .string(id)]
    case .noNextPage(let reason): ["endReason": reason?.json() ?? .null]
    case .pageOutOfRange(let page, let first, let count):
      ["page": .integer(page), "firstPage": .integer(first), "pageCount": .optional(count)]
    case .pageNotReachable(let page): ["page": .integer(page)]
    case .itemOutOfRange(let index, let count), .itemBehindEnd(let index, let count):
      ["index": .integer(index), "count": .integer(count)]
    case .notForSeries(let method): ["method": .string(method)]
    case .itemUnusable(let path, let position):
      ["path": .string(path), "position": .integer(position)]
    case .limitExceeded(let limit, let maximum):
      ["limit": .string(limit.rawValue), "maximum": .integer(maximum)]
    case .networkFailed(_, let detail), .tlsFailed(_, let detail, _): ["detail": .string(detail)]
    case .timedOut(_, let seconds):
      ["seconds": .number(JSONNumber(text: SessionError.text(seconds)))]
    case .httpStatus(_, let status, let retryAfter, let body, let descriptors):
      SessionError.statusData(status, retryAfter, body, descriptors)
    case .responseTooLarge(_, _, let maximum): ["maximum": .integer(maximum)]
    case .originRefused(_, let origin), .credentialWithheld(_, let origin, _):
      ["origin": .string(origin)]
    case .rateLimited(_, let status, let retryAfter):
      ["status": .integer(status), "retryAfterSeconds": .optional(retryAfter)]
    case .authFailed(let failure):
      [
        "url": .string(failure.url), "status": .optional(failure.status),
        "error": .optional(failure.error), "errorDescription": .optional(failure.errorDescription),
      ]
    case .notRecorded(_, let nearest): ["nearest": nearest?.json ?? .null]
    case .positionExpired(_, let status, let body):
      ["status": .integer(status), "body": .string(body)]
    case .invalidResponse(_, let body):
      [
        "offset": .integer(body.offset), "detail": .string(body.reason.words),
        "contentType": .optional(body.contentType), "body": .string(body.beginning),
      ]
    case .itemsNotFound(let paths, let keys, let descriptors, let response):
      SessionError.itemsData(paths, keys, descriptors, response)
    case .mappingFailed(let issues): ["issues": .array(issues)]
    case .metadataInvalid(let path, let value): ["path": .string(path), "value": value]
    case .serverError(let status, let messages):
      ["status": .integer(status), "messages": .array(messages.map(JSONValue.string))]
    case .paginationLoop(let reason): ["endReason": reason.json()]
    case .checkpointRejected(let reason): ["reason": .string(reason)]
    case .engineUnavailable(let library, let detail, _):
      ["library": .string(library), "detail": .string(detail)]
    case .storeFailed(let path, let detail, _):
      ["path": .string(path), "detail": .string(detail)]
    }
  }

  private static func statusData(
    _ status: Int, _ retryAfter: Int?, _ body: String, _ descriptors: [DescriptorMismatch]
  ) -> JSONObject {
    var data: JSONObject = ["status": .integer(status)]
    if let retryAfter { data["retryAfterSeconds"] = .integer(retryAfter) }
    data["body"] = .string(body)
    if !descriptors.isEmpty { data["descriptors"] = .array(descriptors.map(\.json)) }
    return data
  }

  private static func itemsData(
    _ paths: [String], _ keys: [String], _ descriptors: [DescriptorMismatch],
    _ response: UnlistedResponse?
  ) -> JSONObject {
    var data: JSONObject = ["path": .string(paths.joined(separator: ", "))]
    data["paths"] = .array(paths.map(JSONValue.string))
    data["keys"] = .array(keys.map(JSONValue.string))
    if !descriptors.isEmpty { data["descriptors"] = .array(descriptors.map(\.json)) }
    if let response {
      data["status"] = .integer(response.status)
      data["body"] = .string(response.body)
    }
    return data
  }

  // MARK: Sentences

  /// Says what is wrong and what to do, in one sentence. `name`: the name to use for a setting.
  package func sentence(calling name: (ErrorSetting) -> String = \.rawValue) -> String {
    switch self {
    case .requestCancelled: "The request was cancelled."
    case .paginatorNotFound: "There is no paginator with that id; open one with paginator/open."
    case .paginatorExists: "A paginator with that id is open; close it first or choose another id."
    case .notLoaded: "No page has been loaded; call paginator/loadNextPage first."
    case .noNextPage: "There is no next page."
    case .noPreviousPage: "There is no previous page."
    case .pageOutOfRange(let page, let first, let count):
      SessionError.absence(of: page, firstPage: first, pageCount: count)
    case .pageNotReachable(let page):
      "No loaded page leads to page \(page); load from the first page on."
    case .itemOutOfRange(let index, let count):
      "Item \(index) does not exist; the list has \(count) items."
    case .itemBehindEnd(let index, let most):
      "Item \(index) does not exist; the list has at most \(most) items."
    case .cancelled: "The load was cancelled."
    case .notForSeries(let method):
      "A paginator with each or slices has no \(method); use paginator/loadAll."
    case .itemUnusable(let path, let position):
      path.isEmpty
        ? "Item \(position) cannot be put into the request."
        : "Item \(position) has nothing at \(path) that can be put into the request."
    case .limitExceeded(let limit, let maximum): limit.sentence(maximum)
    case .networkFailed(_, let detail): "The request failed: \(detail)."
    case .timedOut:
      "The API did not answer in time; try again or raise \(name(.timeoutSeconds))."
    case .httpStatus(_, 407, _, _, _):
      SessionError.proxySentence(name(.proxy))
    case .httpStatus(_, let status, _, let body, _):
      BodyQuote.sentence("The API answered with status \(status)", quoting: body)
        + (status == 406
          ? " It offers none of the accepted types; name one that it offers with \(name(.accept))."
          : "")
    case .tlsFailed(_, let detail, let isUntrusted):
      "No trusted TLS connection: \(detail)"
        + (isUntrusted ? "; trust other certificates with \(name(.caFile))." : ".")
    case .responseTooLarge(_, let part, let maximum):
      SessionError.largeSentence(part, maximum, name(.responseBytesMax))
    case .originRefused(_, let origin): SessionError.refusal(of: origin, name(.allowedOrigins))
    case .credentialWithheld(_, let origin, let isInBody):
      SessionError.refusal(ofCredentialFor: origin, isInBody: isInBody, name(.trustedOrigins))
    case .rateLimited(_, let status, let retryAfter):
      SessionError.waitSentence(status, retryAfter, name(.retryWaitSecondsMax))
    case .authFailed(let failure) where failure.status == 407:
      "No access token from \(failure.url). " + SessionError.proxySentence(name(.proxy))
    case .authFailed(let failure): SessionError.authSentence(failure, name(.auth))
    case .notRecorded(_, let nearest): SessionError.notRecordedSentence(nearest)
    case .positionExpired(_, let status, let body):
      SessionError.expiredSentence(status, body, name(.identity))
    case .invalidResponse(_, let body): SessionError.bodySentence(body, name(.credentials))
    case .itemsNotFound(_, let keys, let descriptors, let response) where !descriptors.isEmpty:
      "No response descriptor accepts the response; data.descriptors says why."
        + SessionError.words(of: response, keys)
    case .itemsNotFound(let paths, let keys, _, let response):
      SessionError.itemsSentence(paths, keys, response, name(.itemsPath))
    case .mappingFailed: "Items do not fit the strict mapping; data.issues says which and why."
    case .metadataInvalid(let path, let value): SessionError.brokenSentence(path, value)
    case .serverError(let status, let messages): SessionError.oneLine(messages, status)
    case .paginationLoop(let reason): SessionError.loopSentence(reason, name)
    case .checkpointRejected(let reason):
      "The checkpoint does not belong to this request: \(reason)."
    case .engineUnavailable(let library, let detail, let isStore):
      "\(isStore ? "SQLite is needed to store pages, but" : "The HTTP engine") \(library) cannot "
        + "be used: \(detail)."
    case .storeFailed(_, let detail, _): "Not stored: \(detail)."
    }
  }

  /// That nothing was sent to an origin, or a scheme with `://`.
  private static func refusal(of origin: String, _ setting: String) -> String {
    origin.hasSuffix("://")
      ? "The API leads to \(origin), and only http and https are followed; nothing was sent there."
      : "The API leads to another origin, \(origin); nothing was sent there. If that is right, "
        + "allow it with \(setting)."
  }

  private static func refusal(
    ofCredentialFor origin: String, isInBody: Bool, _ setting: String
  ) -> String {
    "The API leads to \(origin), which is allowed without credentials, but the "
      + (isInBody ? "body that would be sent" : "URL") + " holds one; nothing was sent there. "
      + "If it may go there, allow it with \(setting)."
  }

  /// That the API asks for a longer wait than is allowed; only some statuses are about a limit.
  private static func waitSentence(_ status: Int, _ seconds: Int?, _ setting: String) -> String {
    ([403, 429].contains(status)
      ? "The API's rate limit is used up" : "The API answered with status \(status)")
      + "; try again \(seconds.map { "in \($0) s" } ?? "later"), "
      + "or allow a longer wait by \(setting)."
  }

  /// That a position has expired, and what to do.
  private static func expiredSentence(_ status: Int, _ body: String, _ setting: String) -> String {
    BodyQuote.sentence(
      "The API no longer knows this position, status \(status)", quoting: body)
      + " Start again from the first page; with \(setting), a walk does so by itself."
  }

  /// That a part of a response is too large.
  private static func largeSentence(
    _ part: ResponsePart, _ maximum: Int, _ setting: String
  ) -> String {
    switch part {
    case .body:
      "The body exceeds \(maximum) bytes; request fewer items per page or raise \(setting)."
    case .headers: "The headers of the response exceed \(maximum) bytes."
    case .headerLine: "A header of the response exceeds \(maximum) bytes."
    case .trailers: "The trailers after the body exceed \(maximum) bytes."
    }
  }

  /// Says how to sign in to a proxy.
  private static func proxySentence(_ setting: String) -> String {
    "The proxy answered with status 407: it requires valid credentials; put NAME:PASSWORD@ in front "
      + "of the host in \(setting)."
  }

  /// `No access token from https://h/token: status 401, invalid_client, Unknown client.`
  private static func authSentence(_ failure: AuthFailure, _ setting: String) -> String {
    var reasons = failure.status.map { ["status \($0)"] } ?? []
    reasons += [failure.error, failure.errorDescription].compactMap(\.self).map(oneLine)
    if failure.error == nil, failure.errorDescription == nil {
      reasons.append("the response holds no usable access token")
    }
    let text = reasons.joined(separator: ", ")
    return "No access token from \(failure.url): \(text)\(text.hasSuffix(".") ? "" : ".") "
      + "Check the fields of \(setting)."
  }

  private static func itemsSentence(
    _ paths: [String], _ keys: [String], _ response: UnlistedResponse?, _ setting: String
  ) -> String {
    // A status that means success says nothing of what the body reports.
    if let response, APIMessage(response.body)?.isError == true {
      return BodyQuote.sentence(
        "The API reports an error with status \(response.status)", quoting: response.body)
    }
    let searched = paths.map { $0.isEmpty ? "the root" : "\"\($0)\"" }.joined(separator: ", ")
    let found = keys.prefix(8).map { "\"\(oneLine($0))\"" }.joined(separator: ", ")
    let there = found.isEmpty ? "" : "; the body has \(found)"
    let advice =
      response?.isLater == true
      ? ", where earlier pages have it\(there)."
      : there + (there.isEmpty ? "; " : ": ") + "set \(setting)."
    return "There is no list at \(searched)\(advice)" + words(of: response, keys)
  }

  /// Quotes a body that lacks the list, if the names of its members do not say enough; otherwise
  /// empty.
  private static func words(of response: UnlistedResponse?, _ keys: [String]) -> String {
    guard let body = response?.body, keys.isEmpty || APIMessage(body) != nil else { return "" }
    let quoted = BodyQuote.line(body)
    return quoted.isEmpty ? "" : BodyQuote.sentence(" The body says", quoting: body)
  }

  /// The sentence for a page that does not exist, with the one that is nearest to it.
  private static func absence(of page: Int, firstPage: Int, pageCount: Int?) -> String {
    let end =
      if page < firstPage {
        "; the first one is page \(firstPage)."
      } else if let pageCount, pageCount > 0 {
        "; the last one is page \(firstPage &+ pageCount &- 1)."
      } else {
        "."
      }
    return "Page \(page) does not exist" + end
  }

  /// The sentence for a repeated page. If the second page repeats the first, the API ignores the
  /// requested position.
  private static func loopSentence(
    _ reason: EndReason, _ name: (ErrorSetting) -> String
  ) -> String {
    let sentence = "The API repeats a page that came before, so paging ends here"
    guard let page = reason.page, page <= 2, reason.repeatedPage == page - 1 else {
      return sentence + "."
    }
    return sentence
      + ": it may expect its position elsewhere; set parameter and in of \(name(.pagination)) say where."
  }

  /// Says what is wrong with a body that is not JSON, and where.
  private static func bodySentence(_ body: InvalidBody, _ credentials: String) -> String {
    if body.reason.isRecorded { return "\(body.reason.subject): \(body.reason.words)." }
    if body.isHTML { return htmlSentence(body, credentials) }
    return "\(body.reason.subject): \(body.reason.words), at byte \(body.offset)"
      + (body.contentType.map { "; its Content-Type is \(oneLine($0))" } ?? "")
      + (body.isText ? BodyQuote.sentence("; it begins", quoting: body.beginning) : ".")
  }

  /// `The body is a page of HTML, not JSON: "Sign in". It looks like a login page: give token, ...`
  private static func htmlSentence(_ body: InvalidBody, _ credentials: String) -> String {
    let page = HTMLPage(body.beginning)
    let title = page?.title.map { ": \"\(oneLine($0))\"" } ?? ""
    return "The body is a page of HTML, not JSON\(title)."
      + (page?.isLogin == true ? " It looks like a login page: give \(credentials)." : "")
  }

  private static func brokenSentence(_ path: String, _ value: JSONValue) -> String {
    BodyQuote.sentence(
      "The value at \(path) does not lead to a page", quoting: value.stringValue ?? value.text)
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

/// A setting that the sentence of an error or warning names; each front end has names of its own.
/// The raw values are the paths in the params of `paginator/open`.
package enum ErrorSetting: String, Sendable {
  case itemsPath
  case identity
  case inner
  case credentials = "token, auth or headers"
  case accept = "headers.Accept"
  case auth
  case pagination
  case perPageParameter = "pagination.perPageParameter"
  case profile
  case refreshTokenFile = "auth.refreshTokenFile"
  case until = "limits.until"
  case wholeWalk = "a walk without limits.until"
  case timeoutSeconds = "fetching.timeoutSeconds"
  case caFile = "fetching.caFile"
  case proxy = "fetching.proxy"
  case responseBytesMax = "fetching.responseBytesMax"
  case allowedOrigins = "fetching.allowedOrigins"
  case trustedOrigins = "\"credentials\": true in fetching.allowedOrigins"
  case retryWaitSecondsMax = "fetching.retryWaitSecondsMax"
}

extension JSONValue {
  fileprivate static func optional(_ value: Int?) -> JSONValue { value.map(integer) ?? .null }

  fileprivate static func optional(_ value: String?) -> JSONValue { value.map(string) ?? .null }
}

extension InvalidBody {
  /// True when the body is HTML, by its type or its beginning. False for a cut body, which may be
  /// anything.
  fileprivate var isHTML: Bool {
    guard case .syntax = reason else { return false }
    return contentType?.lowercased().hasPrefix("text/html") == true || HTMLPage(beginning) != nil
  }

  /// True when the body begins as no JSON with items does.
  fileprivate var isText: Bool {
    beginning.first { !$0.isWhitespace }.map { !"{[".contains($0) } ?? false
  }
}

extension LoadFailure {
  /// The error object with the state that the failure left.
  package var object: RPCError { error.object(page: page, state: snapshot) }
}

extension SessionError.Limit {
  /// Says that the limit is reached.
  fileprivate func sentence(_ maximum: Int) -> String {
    switch self {
    case .keptBytes:
      "The items, each with the value of its list, take more than \(maximum) bytes; keep less of the "
        + "value, such as its id, or request fewer items per page."
    default: "The limit \(rawValue) of \(maximum) is reached."
    }
  }
}
