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
  /// Where the values are, in the order of ``Member``.
  private let slots: [JSONSlice]

  /// What is read of an entry. The first ones are needed to find it, all of them to answer with it.
  enum Member: Int, CaseIterable {
    case method
    case url
    case postText
    case postType
    case postParams
    case postEncoding
    case postOwnEncoding
    case isRepeated
    case status
    case startedDateTime
    case time
    case headers
    case redirectURL
    case error
    case failureText
    case contentText
    case contentEncoding
    case contentFile
    case contentSize
    case bodyEnd

    var path: String {
      switch self {
      case .method: "request.method"
      case .url: "request.url"
      case .postText: "request.postData.text"
      case .postType: "request.postData.mimeType"
      case .postParams: "request.postData.params"
      case .postEncoding: "request.postData.encoding"
      case .postOwnEncoding: "request.postData._encoding"
      case .isRepeated: "_repeat"
      case .startedDateTime: "startedDateTime"
      case .time: "time"
      case .status: "response.status"
      case .headers: "response.headers"
      case .redirectURL: "response.redirectURL"
      case .error: "response._error"
      case .failureText: "response._failureText"
      case .contentText: "response.content.text"
      case .contentEncoding: "response.content.encoding"
      case .contentFile: "response.content._file"
      case .contentSize: "response.content.size"
      case .bodyEnd: "response._bodyEnd"
      }
    }

    fileprivate static func plan(to last: Member) -> JSONPlan {
      var plan = JSONPlan()
      for member in allCases where member.rawValue <= last.rawValue {
        guard let path = try? JSONPath(member.path) else { preconditionFailure(member.path) }
        _ = plan.capture(path)
      }
      return plan
    }
  }

  /// What finding an entry needs.
  static let requestPlan = Member.plan(to: .status)
  private static let wholePlan = Member.plan(to: .bodyEnd)

  /// An entry within a longer text.
  init(_ document: JSONDocument, _ slots: [JSONSlice]) {
    self.document = document
    self.slots = slots
  }

  /// An entry of these bytes; nil where they are no JSON.
  init?(_ bytes: [UInt8]) {
    guard let scan = try? JSONDocument.scan(bytes, plan: RecordedEntry.wholePlan) else {
      return nil
    }
    self.init(scan.document, scan.slots)
  }

  /// The value of a member; absent where there is none or it is null.
  subscript(member: Member) -> JSONSlice {
    guard member.rawValue < slots.count else { return .absent }
    let slice = slots[member.rawValue]
    return slice.kind == .null ? .absent : slice
  }

  func text(_ member: Member) -> String? { document.string(self[member]) }

  /// A lone surrogate becomes U+FFFD.
  func utf8(_ member: Member) -> [UInt8]? {
    let slice = self[member]
    return document.utf8(slice) ?? document.string(slice).map { Array($0.utf8) }
  }

  /// The status of the response; nil where a failure was recorded instead of one.
  var status: HTTPStatus? {
    document.integer(self[.status]).flatMap { (100...999).contains($0) ? HTTPStatus($0) : nil }
  }

  /// Whether whoever had the response may have asked again.
  var isTransient: Bool { status?.isTransient ?? true }

  /// The same of half a JSON text, or half of one of several lines.
  var isCut: Bool {
    guard let text = utf8(.contentText), !text.isEmpty else { return false }
    do throws(JSONSyntaxError) {
      _ = try JSONDocument(JSONLines.list(text, isStated: false) ?? text)
      return false
    } catch {
      return error.reason == .unexpectedEnd
    }
  }

  var isRepeated: Bool { document.boolean(self[.isRepeated]) == true }

  /// The request; nil where it is none for http or https.
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
      guard let name = document.member("name", of: field).flatMap(document.string) else {
        return nil
      }
      let value = document.member("value", of: field).flatMap(document.string) ?? ""
      return RequestField(name: Array(name.utf8), value: Array(value.utf8))
    }
    return RequestBody(fields: fields)
  }
}
