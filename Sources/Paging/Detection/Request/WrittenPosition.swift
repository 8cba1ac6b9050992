import JSON
import Pagination
import Text

/// A position, and mostly a size, in words inside of a parameter's text.
///
///     query=SELECT * FROM Vendor STARTPOSITION 1 MAXRESULTS 5
///
/// begins at 1 and asks for 5 items, and its pattern is
/// `SELECT * FROM Vendor STARTPOSITION :offset MAXRESULTS :perPage`. Which words these are is known
/// from the names of parameters, and from the response's own: `{"startPosition": 1, ...}`.
struct WrittenPosition: Sendable {
  let parameter: String
  /// The API's number of the very first item: 0 or 1.
  let firstOffset: Int
  let size: Int?
  /// The parameter's text with patterns in the place of the numbers.
  let pattern: String
  let evidence: Evidence

  fileprivate init?(_ member: SentRequest.Member, stated: [String: Int]) {
    let text = member.value.contains(" ") ? member.value : member.value.replacing("+", with: " ")
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var patterns = words.map { $0.replacing(":", with: "\\:") }
    guard words.count > 2 else { return nil }
    var offset: Int?
    var size: Int?
    for index in 1..<words.count {
      guard let number = Int(words[index]), number >= 0 else { continue }
      let name = FieldNames.parameter(words[index - 1])
      if offset == nil, FieldNames.offsetParameters.contains(name) || stated[name] != nil {
        if number > 1 || number == 1 && stated[name] != 1 { return nil }
        offset = number
        patterns[index] = ":offset"
      } else if size == nil, number > 0, FieldNames.sizeParameters.contains(name) {
        size = number
        patterns[index] = ":perPage"
      }
    }
    guard let offset else { return nil }
    parameter = member.name
    firstOffset = offset
    self.size = size
    pattern = patterns.joined(separator: " ")
    evidence = member.evidence("requested offset, in words")
  }
}

extension FirstPage {
  /// nil: no parameter of the query names a position where a list begins.
  var writtenPosition: WrittenPosition? {
    let stated = statedOffsets
    return request.members.lazy.filter(\.isQuery)
      .compactMap { WrittenPosition($0, stated: stated) }.first
  }

  /// The numbers of the first item that the response states, by their names in flat spelling.
  private var statedOffsets: [String: Int] {
    var stated: [String: Int] = [:]
    for member in members
    where FieldNames.offsetParameters.contains(FieldNames.parameter(member.key)) {
      if let number = envelope.count(member.slice) { stated[member.name.flat] = number }
    }
    return stated
  }
}
