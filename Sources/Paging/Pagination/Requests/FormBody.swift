package import Text

/// The text of a form, which has the members of a query: `page=1&rows=10&search%5Bvalue%5D=`.
package enum FormBody {
  /// The members of a form; nil if the text is not one.
  package static func members(of text: String) -> [QueryString.Member]? {
    let isForm =
      text.utf8.contains(ASCII.equals)
      && text.utf8.allSatisfy { $0 > ASCII.space && !"{}<>\"".utf8.contains($0) }
    guard isForm else { return nil }
    let members = QueryString.parse(text)
    return members.allSatisfy { $0.rawValue != nil && !$0.rawName.isEmpty } ? members : nil
  }

  /// The form with every member of the name replaced by a value; nil: the text is no form.
  static func setting(_ name: String, to value: String, in text: String) -> String? {
    guard members(of: text) != nil else { return nil }
    var made: [UInt8] = []
    QueryString.append(Array(text.utf8)[...], replacing: name, by: [value], to: &made)
    return String(decoding: made, as: UTF8.self)
  }
}
