package import JSON
package import Profiles
import Secrets
import Text

extension Profile {
  /// The profile as it may be shown: `{env:NAME}` stays, secrets that are written out are masked.
  package var shown: JSONValue {
    guard source != .builtIn, case .object(var listed) = json else { return json }
    for (name, value) in listed.members {
      switch name {
      case "headers":
        listed[name] = value.mapMembers { header, text in
          Redactor.secrets(inHeader: header, value: text).isEmpty
            || EnvironmentReferences.isScheme(before: text)
            ? nil : Redactor.mask
        }
      case "parameters", "body":
        listed[name] = value.mapMembers { name, _ in
          CredentialNames.isCredential(name) ? Redactor.mask : nil
        }.mapText { Redactor().mask(text: $0) }
      case "fetching", "pagination":
        listed[name] = value.mapMembers { _, text in
          text.contains("://") ? Redactor().mask(url: text) : Redactor().mask(text: text)
        }
      case "url": listed[name] = value.stringValue.map { .string(Redactor().mask(url: $0)) }
      case "token": listed[name] = value.mapText { _ in Redactor.mask }
      case "auth":
        listed[name] = value.mapMembers { name, _ in
          CredentialNames.isSecret(inAuth: name) ? Redactor.mask : nil
        }
      default: break
      }
    }
    return .object(listed)
  }

  /// The params of `open` as they may be shown.
  package var shownOpen: JSONObject {
    let shown = shown.objectValue ?? JSONObject()
    return JSONObject(open.members.map { ($0.key, shown[$0.key] ?? $0.value) })
  }
}

extension JSONValue {
  /// The object with each text in it replaced for which there is something else, by the name of
  /// the member that holds it. What comes from the environment stays.
  fileprivate func mapMembers(_ change: (String, String) -> String?) -> JSONValue {
    guard case .object(let object) = self else { return self }
    return .object(
      JSONObject(
        object.members.map { name, value in
          if case .object = value { return (name, value.mapMembers(change)) }
          return (name, value.mapText { change(name, $0) })
        }))
  }

  fileprivate func mapText(_ change: (String) -> String?) -> JSONValue {
    switch self {
    case .string(let text) where !EnvironmentReferences.areAll(of: text):
      change(text).map(JSONValue.string) ?? self
    case .array(let elements): .array(elements.map { $0.mapText(change) })
    default: self
    }
  }
}
