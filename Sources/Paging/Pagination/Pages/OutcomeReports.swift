import HTTP
package import JSON
import Text

/// The members around a page's list that report how the request went, in their order.
///
///     {"retCode": 10006, "retMsg": "Too many visits!", "result": {"list": []}}     retCode, retMsg
package struct OutcomeReports: Sendable {
  /// A text or a number.
  fileprivate struct Report: Sendable {
    let path: String
    /// In flat spelling.
    let name: String
    let value: JSONValue
    /// True when the objects around it hold reports, and no values of something else.
    let isOutside: Bool
  }

  private var reports: [Report] = []

  /// The most members of an object that are looked at, reports, and objects inside of each other.
  private static let membersMax = 50
  private static let depthMax = 3
  private static let textBytesMax = 1_024

  fileprivate init(in document: JSONDocument, around list: JSONSlice) {
    guard document.root.kind == .object else { return }
    var level = [(path: "", isOutside: true, object: document.root)]
    for _ in 0..<OutcomeReports.depthMax where !level.isEmpty {
      var next: [(path: String, isOutside: Bool, object: JSONSlice)] = []
      for (path, isOutside, object) in level {
        var count = 0
        document.forEachMember(of: object, knowing: list) { key, value in
          count += 1
          guard count <= OutcomeReports.membersMax, key.range.count < 64,
            let key = document.string(key)
          else { return }
          let (name, path) = (EnvelopeReport.flat(key), path.isEmpty ? key : "\(path).\(key)")
          if value.kind == .object {
            let isHolder = OutcomeReports.holders.contains(name) || name.hasSuffix("header")
            if isOutside, OutcomeReports.errors.contains(name), !document.isEmptyObject(value),
              !document.saysNoRecords(value)
            {
              let error = JSONValue.string("error")
              reports.append(Report(path: path, name: name, value: error, isOutside: true))
            }
            if !OutcomeReports.pagers.contains(name) {
              next.append((path, isOutside && isHolder, value))
            }
          } else if reports.count < OutcomeReports.membersMax,
            value.range.count < OutcomeReports.textBytesMax,
            OutcomeReports.isName(value.kind == .array ? String(name.dropLast()) : name)
          {
            guard let value = OutcomeReports.value(value, in: document) else { return }
            reports.append(Report(path: path, name: name, value: value, isOutside: isOutside))
          }
        }
      }
      level = next
    }
  }

  /// True when a page without items reports something else than a page with items: another number, or
  /// another text that neither differs in digits alone nor says that nothing was found.
  package func contradict(_ other: OutcomeReports) -> Bool {
    let (own, others) = (byPath, other.byPath)
    return Set(own.keys).union(others.keys).contains { path in
      guard case .string(let text)? = own[path], Int(text) == nil, Wording(text) != .failure
      else { return own[path] != others[path] }
      guard case .string(let before)? = others[path] else { return Wording(text) != .nothing }
      return Wording(text) != .nothing
        && text.filter { !$0.isNumber } != before.filter { !$0.isNumber }
    }
  }

  /// True for a text that says how a request went, or that nothing was found.
  package static func isOutcome(_ text: String) -> Bool { Wording(text) != nil }

  /// True when nothing is reported.
  package var isEmpty: Bool { reports.isEmpty }

  /// True when a report says that nothing was found.
  package var sayNothingIsThere: Bool { reports.contains { $0.wording == .nothing } }

  /// See ``ResponseView/reportedFailure``. `isFilter`: true for a value that the request sent.
  fileprivate func failure(except isFilter: (StatedValue) -> Bool) -> StatedValue? {
    let own = reports.filter { $0.isOutside && !isFilter(StatedValue($0.name, $0.value)) }
    let wordings = own.map(\.wording)
    if let index = wordings.firstIndex(of: .failure) {
      return StatedValue(own[index].path, own[index].value)
    }
    if wordings.contains(where: { $0 != nil }) { return nil }
    return own.first(where: \.isFailureCode).map { StatedValue($0.path, $0.value) }
  }

  private var byPath: [String: JSONValue] {
    Dictionary(reports.map { ($0.path, $0.value) }, uniquingKeysWith: { $1 })
  }

  private static func value(_ slice: JSONSlice, in document: JSONDocument) -> JSONValue? {
    switch slice.kind {
    case .number: document.value(slice)
    case .string: document.string(slice).flatMap { $0.isEmpty ? nil : .string($0) }
    case .array: nothingFound(in: document.elements(of: slice), document).map(JSONValue.string)
    default: nil
    }
  }

  /// The only text of a list that says that nothing was found: `"warnings": ["No assets found"]`.
  private static func nothingFound(
    in elements: [JSONSlice], _ document: JSONDocument
  ) -> String? {
    guard elements.count == 1, let text = document.string(elements[0]) else { return nil }
    return Wording(text) == .nothing ? text : nil
  }

  private static func isName(_ name: String) -> Bool {
    names.contains(name) || endings.contains { name.hasSuffix($0) }
  }

  private static let endings = [
    "code", "msg", "message", "status", "error", "warning", "errno", "detail", "reason",
  ]
  private static let names: Set<String> = [
    "ret", "rc", "cod", "err", "ok", "stat", "state", "success", "response", "result", "info",
    "note", "information",
  ]
  /// Objects around a list that hold reports.
  private static let holders: Set<String> = [
    "response", "head", "result", "meta", "metadata", "status", "data",
    "body", "error", "errorresponse", "info", "payload", "output", "d",
  ]
  /// Objects that count: `{"Pagination": {"Result": 20}}`.
  private static let pagers: Set<String> = ["pagination", "paging", "pager"]
  /// Objects that are reports of failures.
  private static let errors: Set<String> = ["error", "errorresponse", "fault", "exception"]
}

extension JSONDocument {
  /// True for nothing but an error in words: `{"@_fa": "true", "error": "Result set was empty"}`.
  package func isErrorAlone(_ element: JSONSlice) -> Bool {
    guard element.kind == .object else { return false }
    let own = members(of: element).filter { string($0.key)?.hasPrefix("@") == false }
    return own.count == 1 && own[0].value.kind == .string
      && string(own[0].key).map { EnvelopeReport.flat($0).hasPrefix("err") } == true
  }
}

extension ResponseView {
  /// The reports around the items; nil if the body is no JSON.
  package var outcome: OutcomeReports? {
    scan.map { OutcomeReports(in: $0.document, around: list) }
  }

  /// The report around a list without items that looks like one of a failure; nil: none does.
  package var reportedFailure: StatedValue? { outcome?.failure(except: isFilter) }

  /// The words of a table without rows whose header is no names of columns; nil: it may well be, or it
  /// says that nothing was found.
  ///
  ///     Rate limit exceeded.          Sorry, the service is closed.
  var lineOfText: StatedValue? {
    guard case .table(_, let columns) = form, items.isEmpty, !columns.isEmpty else { return nil }
    let names = columns.map { String($0.dropFirst().dropLast()) }
    let text = names.joined(separator: ",")
    let (words, wording) = (text.split(separator: " ").count, OutcomeReports.Wording(text))
    let endsAsSentence = words > 1 && (text.hasSuffix(".") || text.hasSuffix("!"))
    let isText =
      names.count == 1
      ? endsAsSentence || words > 3
        || wording == .failure && (words > 1 || !text.lowercased().hasPrefix("error"))
      : endsAsSentence && names.contains { $0.hasPrefix(" ") }
    return isText && wording != .nothing ? StatedValue("", .string(text)) : nil
  }
}

extension OutcomeReports.Report {
  private static let codes: Set<String> = [
    "code", "ret", "rc", "cod", "err", "errno", "statuscode", "resultcode", "responsecode",
    "returncode", "retcode", "rescode", "respcode", "rspcode", "rtncode", "subcode", "bizcode",
    "apicode",
    "infocode", "errcode", "errorcode", "faultcode",
  ]

  fileprivate var wording: OutcomeReports.Wording? {
    guard let text = value.stringValue, integer == nil else { return nil }
    let wording = OutcomeReports.Wording(text)
    return wording == nil && (name.hasPrefix("err") || name.hasPrefix("fault")) ? .failure : wording
  }

  fileprivate var isFailureCode: Bool {
    guard let integer else { return false }
    if name == "success" || name == "ok" { return integer == 0 }
    return Self.codes.contains(name) && !Self.isSuccess(integer)
  }

  /// True for the numbers of success, and for those of nothing there: 0, 1, 200, 404, 1000, 200000.
  private static func isSuccess(_ code: Int) -> Bool {
    if (0...1).contains(code) || (200..<300).contains(code) || [404, 410].contains(code) {
      return true
    }
    var code = code
    guard code >= 1_000 else { return false }
    while code.isMultiple(of: 10) { code /= 10 }
    return (1...2).contains(code)
  }

  private var integer: Int? { value.integerValue ?? value.stringValue.flatMap { Int($0) } }
}

extension OutcomeReports {
  /// The meaning of a text that reports how a request went.
  fileprivate enum Wording {
    case success, nothing, failure

    /// nil: it means none of these.
    init?(_ text: String) {
      let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      let all = Set(words)
      let lacksAccess = !all.isDisjoint(with: Wording.access)
      let isNegated = !all.isDisjoint(with: Wording.negations)
      let isNothing =
        text.contains("없습니다")  // there is none
        || isNegated && !all.isDisjoint(with: Wording.found) || all.contains("nodata")
        || all == ["empty"]
      if isNothing, !lacksAccess {
        self = .nothing
      } else if lacksAccess && isNegated
        || all.contains("limit") && !all.isDisjoint(with: Wording.rates)
        || words.indices.contains(where: {
          Wording.failures.contains(words[$0])
            && !($0 > 0 && Wording.absences.contains(words[$0 - 1]))
        })
      {
        self = .failure
      } else if !all.isDisjoint(with: Wording.successes)
        || ["成功", "正常", "정상"].contains(where: text.contains)
      {
        self = .success
      } else {
        return nil
      }
    }

    private static let failures: Set<String> = [
      "error", "errors", "fail", "failed", "failure", "denied", "invalid", "expired", "rejected",
      "unauthorized", "unauthorised", "unauthenticated", "forbidden", "exceeded", "exceeds",
      "quota", "limited", "ratelimit", "ratelimited", "throttled", "throttling", "timeout", "timed",
      "unavailable", "busy", "overloaded", "maintenance", "exception", "illegal", "blocked",
      "banned", "suspended", "frequency", "too", "slow", "notok",
    ]
    /// The things that a caller needs.
    private static let access: Set<String> = [
      "token", "key", "apikey", "credential", "credentials", "session", "login", "logged",
      "signature", "permission", "permissions", "authorized", "entitled", "registered",
      "subscription",
    ]
    private static let negations: Set<String> = [
      "no", "not", "zero", "0", "missing", "need", "needs", "required", "unknown", "wrong", "bad",
    ]
    private static let absences: Set<String> = ["no", "without", "zero", "0"]
    private static let found: Set<String> = [
      "found", "data", "result", "results", "record", "records", "match", "matches", "matching",
      "item", "items", "rows", "entries", "more",
    ]
    private static let rates: Set<String> = [
      "rate", "daily", "over", "reached", "request", "requests", "call", "calls", "query", "per",
    ]
    private static let successes: Set<String> = [
      "ok", "success", "successful", "successfully", "succeeded", "normal", "done", "complete",
      "completed", "fetched", "retrieved", "loaded",
    ]
  }
}
