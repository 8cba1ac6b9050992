package import JSON
package import Profiles
import Secrets
import Text

extension Profile {
  /// The profile as it may be shown: `{env:NAME}` stays, secrets that are written out are masked.
  package var shown: JSONValue {
    guard source != .builtIn, case .object(var listed) = json else { return json }
    for (name, value) in listed.members {
      listed[name] = value.mapTexts(under: name) { member, text in
        EnvironmentReferences.areAll(of: text) ? text : Profile.shown(text, of: member, in: name)
      }
    }
    return .object(listed)
  }

  /// A text of a param as it may be shown. `member`: the name of what holds it.
  private static func shown(_ text: String, of member: String, in param: String) -> String {
    func hidden(_ isSecret: Bool) -> String { isSecret ? Redactor.mask : text }
    return switch param {
    case "headers":
      hidden(
        !Redactor.secrets(inHeader: member, value: text).isEmpty
          && !EnvironmentReferences.isScheme(before: text))
    case "parameters", "body":
      member == param
        ? Redactor().mask(text: text) : hidden(CredentialNames.isCredential(member))
    case "fetching", "pagination":
      text.contains("://") ? Redactor().mask(url: text) : Redactor().mask(text: text)
    case "url": Redactor().mask(url: text)
    case "token": Redactor.mask
    case "auth": hidden(CredentialNames.isSecret(inAuth: member))
    default: text
    }
  }

  /// The params of `open` as they may be shown.
  package var shownOpen: JSONObject {
    let shown = shown.objectValue ?? JSONObject()
    return JSONObject(open.members.map { ($0.key, shown[$0.key] ?? $0.value) })
  }
}
