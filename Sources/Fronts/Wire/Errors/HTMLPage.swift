import Text

/// A page of HTML in place of data, by its beginning.
package struct HTMLPage {
  /// Of people; nil: it has none.
  package let title: String?
  /// True when the page asks for a password, or its title mentions a login.
  package let isLogin: Bool

  /// Reads a page of HTML; nil if the text is not HTML.
  package init?(_ text: String) {
    let lowered = text.lowercased()
    let beginning = lowered.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard
      ["<!doctype html", "<html", "<head", "<body", "<title"].contains(where: beginning.hasPrefix)
    else { return nil }
    title = HTMLPage.title(of: text, lowered)
    let name = title?.lowercased() ?? ""
    isLogin =
      ["type=\"password\"", "type='password'", "type=password"].contains(where: lowered.contains)
      || ["log in", "login", "sign in", "signin", "single sign-on"].contains(where: name.contains)
  }

  private static func title(of html: String, _ lowered: String) -> String? {
    guard lowered.utf8.count == html.utf8.count,
      let begin = lowered.firstRange(of: "<title>")?.upperBound,
      let end = lowered[begin...].firstRange(of: "</title>")?.lowerBound
    else { return nil }
    let start = html.utf8.index(
      html.startIndex, offsetBy: lowered.utf8.distance(from: lowered.startIndex, to: begin))
    let stop = html.utf8.index(
      html.startIndex, offsetBy: lowered.utf8.distance(from: lowered.startIndex, to: end))
    let title = html[start..<stop].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return title.isEmpty ? nil : title
  }
}
