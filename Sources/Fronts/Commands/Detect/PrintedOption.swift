import JSON
import Secrets
import Text

/// The value of an option in a command that is printed: as it was written, but for the secrets in it.
/// `{env:NAME}` stays. A secret that is too short to be masked wherever it is, is masked in its place.
struct PrintedOption {
  let option: Option
  let secrets: Secrets

  func text(_ value: String) -> String { secrets.withoutValues(inPlace(value)) }

  /// The value with the secrets in its own places masked.
  private func inPlace(_ value: String) -> String {
    switch option.name {
    case Option.user.name:
      guard let colon = PrintedOption.endOfName(value), !isLiteral(value) else {
        return Redactor.mask
      }
      let parts = [value[..<colon], value[value.index(after: colon)...]]
      return parts.map { isLiteral($0) ? Redactor.mask : String($0) }.joined(separator: ":")
    case Option.header.name:
      guard let colon = value.firstIndex(of: ":") else { return value }
      let name = String(value[..<colon]).trimmingBlanks
      let text = String(value[value.index(after: colon)...]).trimmingBlanks
      let shown = header(name, text)
      return shown == text ? value : value[...colon] + " " + shown
    case Option.parameter.name:
      guard let equals = value.firstIndex(of: "="),
        CredentialNames.isCredential(String(value[..<equals])),
        isLiteral(value[equals...].dropFirst())
      else { return value }
      return value[...equals] + Redactor.mask
    case Option.proxy.name: return url(value)
    case Option.data.name: return json(value, body) ?? form(value)
    case Option.open.name: return json(value, params) ?? value
    case Option.token.name, Option.auth.name:
      guard ParamText.isInline(value) else {
        return option.name == Option.token.name && isLiteral(value) ? Redactor.mask : value
      }
      return json(value, credentials) ?? value
    default: return value
    }
  }

  /// The first colon that is not one of `{env:NAME}`.
  private static func endOfName(_ user: String) -> String.Index? {
    var isInMark = false
    return user.firstIndex { character in
      isInMark = character == "{" || isInMark && character != "}"
      return character == ":" && !isInMark
    }
  }

  /// A JSON text after a change; nil if the text is not JSON.
  private func json(_ text: String, _ change: (JSONValue) -> JSONValue) -> String? {
    guard let document = try? JSONDocument(Array(text.utf8)) else { return nil }
    let value = document.value(document.root)
    let changed = change(value)
    return changed == value ? text : ShownJSON.compact(changed)
  }

  private func params(_ value: JSONValue) -> JSONValue {
    value.mapParts { name, part in
      switch name {
      case "token", "auth": credentials(part)
      case "headers":
        part.mapParts { name, value in
          value.stringValue.map { .string(header(name, $0)) } ?? value
        }
      case "parameters": named(part)
      case "body": body(part)
      case "url": part.stringValue.map { .string(url($0)) } ?? part
      case "fetching":
        part.mapParts { name, value in
          name == "proxy" ? value.stringValue.map { .string(url($0)) } ?? value : value
        }
      default: part
      }
    }
  }

  private func credentials(_ value: JSONValue) -> JSONValue {
    if let text = value.stringValue { return isLiteral(text) ? .string(Redactor.mask) : value }
    return value.mapParts { name, part in
      guard CredentialNames.isSecret(inAuth: name) else { return part }
      return part.mapTexts(under: name) { _, text in isLiteral(text) ? Redactor.mask : text }
    }
  }

  private func body(_ value: JSONValue) -> JSONValue {
    value.stringValue.map { .string(form($0)) } ?? named(value)
  }

  /// A value without the texts that are named like credentials.
  private func named(_ value: JSONValue) -> JSONValue {
    value.mapTexts(under: "") { name, text in
      CredentialNames.isCredential(name) && isLiteral(text) ? Redactor.mask : text
    }
  }

  private func form(_ text: String) -> String {
    let fields = text.split(separator: "&", omittingEmptySubsequences: false).map { field in
      guard let equals = field.firstIndex(of: "="),
        CredentialNames.isCredential(PercentCoding.decode(String(field[..<equals]))),
        isLiteral(field[equals...].dropFirst())
      else { return String(field) }
      return field[...equals] + Redactor.mask
    }
    return fields.joined(separator: "&")
  }

  private func header(_ name: String, _ value: String) -> String {
    if Secrets.isHarmless(header: name) || !isLiteral(value) { return value }
    return Redactor.mask
  }

  private func url(_ text: String) -> String {
    isLiteral(text) ? Redactor().mask(url: text) : text
  }

  /// True when nothing of a text comes from the environment.
  private func isLiteral(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && !text.contains("{env:")
  }
}
