import HTTP
import JSON
import Pagination

/// The secrets that the caller gave, in a fixed order, so that a number can stand for each.
struct CallerSecrets: Sendable {
  let values: [String]
  /// The client itself gives the requests, by `paginator/extractPage`.
  private let areLinksGiven: Bool

  init(_ settings: SessionSettings) {
    areLinksGiven = settings.pager.kind == .custom
    let template = settings.pager.template
    let positions = Set(settings.pager.strategy.positionNames)
    var values = Redactor.secrets(inURL: template.url.text, positions: positions)
    for (name, value) in template.literalParameters
    where Redactor.isCredentialName(name) && !positions.contains(name) {
      values.append(value)
    }
    for header in template.headers {
      values += Redactor.secrets(inHeader: header.name, value: header.value)
    }
    self.values = values + settings.secrets
  }

  func cut(from text: String) -> String {
    values.enumerated().reduce(text) { text, secret in
      secret.element.utf8.count < Redactor.echoedSecretBytesMin
        ? text : text.replacing(secret.element, with: CallerSecrets.mark(secret.offset))
    }
  }

  func cut(fromURL url: String) -> String {
    values.enumerated().reduce(url) { text, secret in
      let encoded = QueryString.encode(secret.element)
      let mark = CallerSecrets.mark(secret.offset)
      guard encoded.utf8.count >= Redactor.echoedSecretBytesMin else {
        return text.replacing("=\(encoded)&", with: "=\(mark)&")
      }
      return text.replacing(encoded, with: mark).replacing(secret.element, with: mark)
    }
  }

  func restore(in text: String) -> String {
    values.enumerated().reduce(text) {
      $0.replacing(CallerSecrets.mark($1.offset), with: $1.element)
    }
  }

  func restore(inURL url: String) -> String {
    values.enumerated().reduce(url) {
      $0.replacing(CallerSecrets.mark($1.offset), with: QueryString.encode($1.element))
    }
  }

  /// The link with a number for each of these secrets; nil where the client has put others into it,
  /// which nothing could restore.
  func cut(from link: PageLink) -> PageLink? {
    var cut = link
    cut.url = self.cut(fromURL: link.url)
    cut.headers = link.headers.map {
      HTTPField(name: $0.name, value: self.cut(from: $0.value))
    }
    cut.body = link.body.map { Array(self.cut(from: String(decoding: $0, as: UTF8.self)).utf8) }
    guard areLinksGiven else { return cut }
    var others = SecretList()
    others.add(url: cut.url)
    // Other headers may well say where the page is.
    for field in cut.headers where CredentialNames.maySuggestCredential(header: field.name) {
      others.add(header: field.name, value: field.value)
    }
    others.add(body: String(decoding: cut.body ?? [], as: UTF8.self))
    return others.values.allSatisfy { $0.contains(CallerSecrets.markStart) } ? cut : nil
  }

  private static let markStart = "{secret:"

  private static func mark(_ number: Int) -> String { "\(markStart)\(number)}" }
}
