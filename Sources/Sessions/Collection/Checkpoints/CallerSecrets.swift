import HTTP
import Pagination

/// The secrets that the caller gave, in a fixed order, so that a number can stand for each.
struct CallerSecrets: Sendable {
  let values: [String]

  init(_ settings: SessionSettings) {
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

  private static func mark(_ number: Int) -> String { "{secret:\(number)}" }
}
