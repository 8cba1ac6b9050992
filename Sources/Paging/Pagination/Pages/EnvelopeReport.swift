package import JSON
import Text

/// A member next to the items that reports that the request failed, or that the items are
/// incomplete, regardless of the response's status.
///
///     {"items": [], "error": "rate limit exceeded"}       failure
///     {"items": [], "success": false}                     failure
///     {"items": [10 of them], "terminatedEarly": true}    incomplete
package enum EnvelopeReport: Sendable {
  case failure, incomplete

  /// The report of a member; nil: it reports nothing of the kind. `name`: see ``flat(_:)``.
  package init?(_ name: String, _ value: @autoclosure () -> JSONValue) {
    guard let meaning = EnvelopeReport.meanings[name] else { return nil }
    switch meaning {
    case .error: if EnvelopeReport.isNothing(value()) { return nil }
    case .success: guard [.boolean(false), "false"].contains(value()) else { return nil }
    case .failed: guard value() == .boolean(true) else { return nil }
    case .status: guard EnvelopeReport.isFailure(value()) else { return nil }
    case .holder:
      let names = (value().objectValue?.keys ?? []).map { EnvelopeReport.flat($0) }
      guard names.contains("diagnostic") || names.contains("fault") else { return nil }
    case .partial: guard [.boolean(true), "true"].contains(value()) else { return nil }
    case .whole: guard [.boolean(false), "false"].contains(value()) else { return nil }
    }
    self = meaning == .partial || meaning == .whole ? .incomplete : .failure
  }

  /// The kind of value that a name announces.
  private enum Meaning: CaseIterable {
    case error, success, failed, status, holder, partial, whole

    var names: [String] {
      switch self {
      case .error:
        [
          "error", "errors", "fault", "exception", "errorcode", "errcode", "errno",
          "errormessage", "serviceexception",
        ]
      case .success: ["success", "ok", "succeeded", "successful", "issuccess"]
      case .failed: ["iserror", "haserror", "haserrors", "failed"]
      case .status:
        ["status", "state", "stat", "result", "outcome", "statuscode", "code", "type"]
      case .holder: ["diagnostics", "body"]  // of SRU and SOAP
      case .partial:
        [
          "partial", "ispartial", "partialresult", "partialresults", "truncated", "istruncated",
          "incomplete", "terminatedearly", "degraded", "timedout", "maxed", "cropped", "cut",
        ]
      case .whole: ["allresults", "allresultsreturned"]
      }
    }
  }

  private static let meanings = Dictionary(
    uniqueKeysWithValues: Meaning.allCases.flatMap { meaning in
      meaning.names.map { ($0, meaning) }
    })

  /// The longest of the names, in bytes, with what separates their words.
  static let nameBytesMax = 20

  /// A name in lower case without what separates its words, and without a prefix of XML.
  package static func flat(_ key: String) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity(key.utf8.count)
    for byte in key.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      if byte >= 0x80 { return key.lowercased().filter { $0 != "_" && $0 != "-" } }
      if byte == UInt8(ascii: ":") {
        letters = []
        continue
      }
      letters.append(ASCII.lowercased(byte))
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Words and codes of failures. 404 and 410 may as well mean that there is nothing there.
  private static func isFailure(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): ["error", "fail", "failed", "failure"].contains(text.lowercased())
    case .number(let number):
      number.integer.map { (400..<600).contains($0) && ![404, 410].contains($0) } ?? false
    default: false
    }
  }

  /// The error by which OAI-PMH says that a list is empty.
  static let noRecords = "noRecordsMatch"

  private static func isNothing(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .boolean(false), .array([]): true
    case .string(let text):
      text.allSatisfy { $0 == "0" || $0.isWhitespace }
        || ["ok", "success", "none", "null", "false", "no error"].contains(text.lowercased())
    case .object(let object): object.isEmpty || object["@code"] == .string(noRecords)
    case .number(let number): number.integer == 0
    default: false
    }
  }
}

extension EnvelopeReport {
  /// The same of a member of a document. Of a large value only its kind counts: it is not nothing.
  package init?(_ name: String, _ value: JSONSlice, in document: JSONDocument) {
    self.init(name, value.range.count <= 4_096 ? document.value(value) : .array([.null]))
  }
}

extension JSONDocument {
  /// True when a key may name an error, a fault or the like: what an object or a list can report.
  private func mayBeError(_ key: JSONSlice) -> Bool {
    let name = bytes[key.content]
    let start = name.firstIndex(of: UInt8(ascii: ":")) ?? name.startIndex
    let letter = name[start...].first { ASCII.isLetter($0) }.map { $0 | 0x20 }
    return key.hasEscapes || letter.map { "bdefs".utf8.contains($0) } == true
  }

  /// The first members of the root that report a failure, and that the items are incomplete, and the
  /// number of members. A member around `list`, the items, is not among them. That they are incomplete
  /// may stand in an object around them or one that describes them, too.
  func envelopeReports(
    around list: JSONSlice
  ) -> (failure: StatedValue?, incomplete: StatedValue?, members: Int) {
    var found: (failure: StatedValue?, incomplete: StatedValue?, members: Int) = (nil, nil, 0)
    forEachMember(of: root, knowing: list) { key, value in
      let isAround = !list.isAbsent && value.range.contains(Int(list.start))
      if value.kind == .object, isAround || !list.isAbsent && describesItems(key) {
        found.incomplete = found.incomplete ?? incompleteness(in: value, at: key, around: list)
      }
      if isAround { return }
      found.members += 1
      guard key.range.count <= EnvelopeReport.nameBytesMax + 2,
        value.kind != .array && value.kind != .object || mayBeError(key), let name = string(key),
        let report = EnvelopeReport(EnvelopeReport.flat(name), value, in: self)
      else { return }
      let stated = StatedValue(name, ReadValue.json(self, value).evidence)
      switch report {
      case .failure: found.failure = found.failure ?? stated
      case .incomplete: found.incomplete = found.incomplete ?? stated
      }
    }
    return found
  }

  private func describesItems(_ key: JSONSlice) -> Bool {
    key.range.count <= EnvelopeReport.nameBytesMax
      && ["meta", "metadata", "pagination", "paging", "info"].contains(string(key) ?? "")
  }

  /// The first member of an object at the root that says that the items are incomplete.
  private func incompleteness(
    in object: JSONSlice, at parent: JSONSlice, around list: JSONSlice
  ) -> StatedValue? {
    var found: StatedValue?
    forEachMember(of: object, knowing: list) { key, value in
      guard found == nil, value.kind == .boolean || value.kind == .string,
        value.range.count <= 8,
        key.range.count <= EnvelopeReport.nameBytesMax + 2,
        let name = string(key), let parent = string(parent),
        case .incomplete? = EnvelopeReport(EnvelopeReport.flat(name), value, in: self)
      else { return }
      found = StatedValue("\(parent).\(name)", ReadValue.json(self, value).evidence)
    }
    return found
  }
}
