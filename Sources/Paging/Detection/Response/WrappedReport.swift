import JSON
import Pagination
import Text

/// Reports of failures that are all that a body has.
extension FirstPage {
  /// True when an object at the root reports a failure, and no member of it, or beside it, says anything of
  /// a thing: a job or an order that failed has an id, a name, a date, or is what the URL names.
  ///
  ///     {"subsonic-response": {"status": "failed", "error": {"code": 40}, "version": "1.16.1"}}
  ///     {"ErrorResponse": {"Head": {"ErrorCode": "7"}, "Body": ""}}
  var isWrappedReport: Bool {
    guard let wrapper = envelope.root.first(where: reportsWhole) else { return false }
    return envelope.root.allSatisfy { member in
      member.key == wrapper.key
        || isIdle(member) && !namesThing(member)
          && members.allSatisfy { $0.keys.first != member.key || isIdle($0) }
    }
  }

  /// True for a list of one object that has nothing but a code, or an error, and a text:
  /// `[{"result": 1, "text": "unknown command"}]`.
  func isListedReport(_ list: Envelope.List) -> Bool {
    guard list.count == 1, list.keys.isEmpty, let element = list.elements.first,
      element.kind == .object
    else { return false }
    let own = envelope.document.named(in: element, most: FirstPage.reportMembersMax + 1)
    return own.count > 1 && own.count <= FirstPage.reportMembersMax
      && own.allSatisfy { $0.name.isOfReport || ["result", "text"].contains($0.name.flat) }
      && own.contains { _, name, value in
        fails(name, value)
          || name.flat == "result" && value.kind == .number
            && envelope.count(value) != 0
      }
  }

  private func reportsWhole(_ wrapper: Envelope.Member) -> Bool {
    guard wrapper.slice.kind == .object,
      request.resourceName?.match(wrapper.name) == nil,
      !request.resources.contains(wrapper.name.flat)
    else { return false }
    let own = members.filter { $0.keys.count == 2 && $0.keys[0] == wrapper.key }
    if wrapper.name.means(.wrappersOfReports), envelope.root.count == 1 {
      return !own.contains(where: namesThing)
    }
    let failures = own.filter { fails($0.name, $0.slice) }
    // A status needs words: things have one, too.
    let isTold =
      failures.contains { $0.name.words.first?.hasPrefix("err") == true }
      || own.contains {
        $0.name.means(.reports) && $0.slice.kind == .string && !fails($0.name, $0.slice)
      }
    return !failures.isEmpty && isTold && !own.contains(where: namesThing)
      && own.count { !$0.name.isOfReport && !isIdle($0) } <= 1
  }

  private func fails(_ name: FieldName, _ value: JSONSlice) -> Bool {
    if case .failure? = EnvelopeReport(name.flat, value, in: envelope.document) { return true }
    return false
  }

  /// True for an id, a name, a number by which a thing is called, or a date.
  private func namesThing(_ member: Envelope.Member) -> Bool {
    guard !member.name.isOfReport, member.slice.kind != .object else { return false }
    return member.name.words.last?.means(.thingWords) == true
      || member.slice.kind == .string
        && envelope.text(member.slice).map { DateReader.read($0.utf8.span) != nil } == true
  }

  private static let reportMembersMax = 3
}
