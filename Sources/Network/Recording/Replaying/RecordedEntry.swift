import HTTP
import JSON
import Text

/// One entry of a HAR file, as its parts are read:
///
///     {"startedDateTime": "2026-11-21T09:30:00.000Z", "time": 12.3,
///      "request": {"method": "GET", "url": "https://h/a?page=1", "postData": {...}},
///      "response": {"status": 200, "headers": [...], "content": {"text": "[...]"}}}
struct RecordedEntry {
  let document: JSONDocument
  /// The places of the values, in the order of ``Member``.
  let slots: [JSONSlice]

  /// The members read from an entry. The first ones are enough to find it; the response needs all
  /// of them.
  enum Member: Int {
    case method, url
    case postText, postType, postParams, postEncoding, postOwnEncoding
    case isRepeated, status
    case startedDateTime, time, headers, redirectURL, error, failureText
    case contentText, contentEncoding, contentFile, contentSize, bodyEnd

    /// The key paths of the members, in the order of the cases.
    private static let paths = [
      "request.method", "request.url",
      "request.postData.text", "request.postData.mimeType", "request.postData.params",
      "request.postData.encoding", "request.postData._encoding",
      "_repeat", "response.status",
      "startedDateTime", "time", "response.headers", "response.redirectURL", "response._error",
      "response._failureText",
      "response.content.text", "response.content.encoding", "response.content._file",
      "response.content.size", "response._bodyEnd",
    ]

    fileprivate static func plan(to last: Member) -> JSONPlan {
      var plan = JSONPlan()
      for text in paths[...last.rawValue] {
        guard let path = try? JSONPath(text) else { preconditionFailure(text) }
        _ = plan.capture(path)
      }
      return plan
    }
  }

  /// The values needed to find an entry.
  static let requestPlan = Member.plan(to: .postOwnEncoding)
  private static let wholePlan = Member.plan(to: .bodyEnd)

  /// The value of a member; absent if it is missing or null.
  subscript(member: Member) -> JSONSlice {
    guard member.rawValue < slots.count else { return .absent }
    let slice = slots[member.rawValue]
    return slice.kind == .null ? .absent : slice
  }

  func text(_ member: Member) -> String? { document.string(self[member]) }

  /// A text inside the value of a member.
  func text(_ name: String, of value: JSONSlice) -> String? {
    document.member(name, of: value).flatMap(document.string)
  }

  /// A lone surrogate becomes U+FFFD.
  func utf8(_ member: Member) -> [UInt8]? {
    let slice = self[member]
    return document.utf8(slice) ?? document.string(slice).map { Array($0.utf8) }
  }

  /// The status of the response; nil where a failure was recorded instead of one.
  var status: HTTPStatus? {
    document.integer(self[.status]).flatMap { (100...999).contains($0) ? HTTPStatus($0) : nil }
  }

  /// True when a client that got this response may have sent the request again.
  var isTransient: Bool { status?.isTransient ?? true }

  /// The same of half a JSON text, or half of one of several lines.
  var isTruncated: Bool {
    guard let text = utf8(.contentText), !text.isEmpty else { return false }
    return JSONDocument.isTruncated(JSONLines.list(text, isStated: false) ?? text)
  }

  var isRepeated: Bool { document.boolean(self[.isRepeated]) == true }

  /// The request; nil unless it is for http or https.
  var request: ComparableRequest? {
    guard let method = text(.method), let url = utf8(.url), let target = RequestTarget(url) else {
      return nil
    }
    return ComparableRequest(method: method, target: target, body: requestBody)
  }

  private var requestBody: RequestBody {
    let type = text(.postType)
    if var bytes = utf8(.postText), !bytes.isEmpty {
      if text(.postEncoding) == "base64" || text(.postOwnEncoding) == "base64" {
        bytes = Base64.decode(bytes) ?? bytes
      }
      return RequestBody(bytes, mediaType: type)
    }
    let fields = document.elements(of: self[.postParams]).compactMap { field -> RequestField? in
      text("name", of: field).map { name in
        RequestField(name: Array(name.utf8), value: Array((text("value", of: field) ?? "").utf8))
      }
    }
    return RequestBody(fields: fields)
  }
}

extension RecordedEntry {
  /// An entry of these bytes; nil where they are no JSON.
  init?(_ bytes: [UInt8]) {
    guard let scan = try? JSONDocument.scan(bytes, plan: RecordedEntry.wholePlan) else {
      return nil
    }
    self.init(document: scan.document, slots: scan.slots)
  }
}
