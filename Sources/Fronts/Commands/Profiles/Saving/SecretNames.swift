import JSON
import Pagination
import Secrets
import Text

/// Takes the secrets out of the params of a profile that is to be saved: each is named by a variable
/// of the environment instead.
///
///     {"token": "glpat-1"}   of a profile "orders" becomes   {"token": "{env:ORDERS_TOKEN}"}
///
/// What is written as `{env:NAME}` already stays.
struct SecretNames {
  private let prefix: String
  /// The variables that stand for secrets now, in order.
  private(set) var variables: [String] = []

  init(profile name: String) {
    let letters = SecretNames.letters(name)
    prefix = letters.first.map { $0.isNumber } == true ? "_" + letters : letters
  }

  /// The params without secrets. `knows`: whether a text holds a secret of the command line's.
  mutating func taken(from params: JSONObject, knows: (String) -> Bool) -> JSONObject {
    var params = params
    takeURL(&params)
    for name in OpenField.names(.secret) {
      if let value = params[name] { params[name] = named(value, name, isSecret: name == "token") }
    }
    if let headers = params["headers"]?.objectValue {
      params["headers"] = .object(
        JSONObject(headers.members.map { ($0.key, header($0.key, $0.value)) }))
    }
    for name in ["parameters", "body"] {
      if let value = params[name] { params[name] = named(value, name, isSecret: false) }
    }
    if case .string(let body)? = params["body"] { params["body"] = .string(form(body)) }
    if let proxy = params["fetching"]?["proxy"]?.stringValue,
      !Redactor.secrets(inURL: proxy).isEmpty
    {
      var fetching = params["fetching"]?.objectValue ?? JSONObject()
      fetching["proxy"] = mark("PROXY")
      params["fetching"] = .object(fetching)
    }
    // Whatever still holds a known secret goes as a whole.
    for (name, value) in params.members where name != "url" {
      params[name] = value.mapTexts(under: name) { name, text in
        knows(text) ? "{env:\(variable(name))}" : text
      }
    }
    return params
  }

  /// Userinfo becomes `auth`, and parameters named like a credential become `parameters`: what is
  /// in a profile's URL is shown.
  private mutating func takeURL(_ params: inout JSONObject) {
    guard let text = params["url"]?.stringValue else { return }
    let parts = URLParts(text)
    var base = String(parts.path)
    if let scheme = parts.scheme, let authority = parts.authority {
      base = scheme + "://" + authority + base
    }
    if let userinfo = parts.userinfo, params["auth"] == nil, params["token"] == nil {
      params["auth"] = [
        "type": "basic",
        "username": .string(PercentCoding.decode(String(userinfo.prefix { $0 != ":" }))),
        "password": mark("PASSWORD"),
      ]
    }
    var kept: [QueryString.Member] = []
    var parameters = params["parameters"]?.objectValue ?? JSONObject()
    for member in QueryString.parse(String(parts.query ?? "")) {
      if CredentialNames.isCredential(member.name), URLPattern.isLiteral(member.value) {
        if parameters[member.name] == nil { parameters[member.name] = mark(member.name) }
      } else {
        kept.append(member)
      }
    }
    if !parameters.isEmpty { params["parameters"] = .object(parameters) }
    params["url"] = .string(kept.isEmpty ? base : base + "?" + QueryString.join(kept))
  }

  /// A value with the texts replaced that are under names of credentials.
  private mutating func named(_ value: JSONValue, _ name: String, isSecret: Bool) -> JSONValue {
    switch value {
    case .string(let text):
      return isSecret && !text.contains("{env:") && !text.isEmpty ? mark(name) : value
    case .array(let elements):
      return .array(elements.map { named($0, name, isSecret: isSecret) })
    case .object(let object):
      let isKey = object["type"] == "apiKey"
      return value.mapParts { key, part in
        let isSecret =
          CredentialNames.isCredential(key) && !key.lowercased().hasSuffix("url")
          || SecretNames.members.contains(key) || (isKey && key == "value")
        return named(part, key, isSecret: isSecret)
      }
    default: return value
    }
  }

  /// Members of `auth` that are secrets and are not called so.
  private static let members: Set<String> = [
    "refreshToken", "secretAccessKey", "sessionToken", "clientSecret", "assertion",
  ]

  /// `Bearer S` becomes `Bearer {env:...}`.
  private mutating func header(_ name: String, _ value: JSONValue) -> JSONValue {
    guard let text = value.stringValue, !text.contains("{env:"),
      Redactor().isCredential(header: name)
        || !Redactor.secrets(inHeader: name, value: text).isEmpty
    else { return value }
    let scheme = text.prefix { $0 != " " }
    guard scheme.endIndex < text.endIndex, name.lowercased() == "authorization" else {
      return mark(name)
    }
    return .string("\(scheme) {env:\(variable(name))}")
  }

  private mutating func form(_ body: String) -> String {
    var members = QueryString.parse(body)
    for place in members.indices where CredentialNames.isCredential(members[place].name) {
      guard members[place].rawValue?.contains("{env:") == false else { continue }
      members[place].rawValue = "{env:\(variable(members[place].name))}"
    }
    return members.contains { $0.rawValue?.contains("{env:") == true }
      ? QueryString.join(members) : body
  }

  private mutating func mark(_ name: String) -> JSONValue { .string("{env:\(variable(name))}") }

  private mutating func variable(_ name: String) -> String {
    let variable = prefix + "_" + SecretNames.letters(name)
    if !variables.contains(variable) { variables.append(variable) }
    return variable
  }

  /// `X-Api-Key` and `clientSecret` as variables are called: `X_API_KEY`, `CLIENT_SECRET`.
  private static func letters(_ name: String) -> String {
    var text = ""
    var wasLower = false
    for scalar in name.unicodeScalars {
      let isLetter =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      let isCapital = ("A"..."Z").contains(scalar)
      if isCapital, wasLower { text += "_" }
      text += isLetter ? String(scalar).uppercased() : "_"
      wasLower = isLetter && !isCapital
    }
    return text
  }
}
