import Authentication
import HTTP
package import JSON
import Pagination
import Text

extension SessionSettings {
  /// Refuses headers, cookies and query parameters that the credentials write themselves, and a
  /// signature whose region or service is unknown.
  ///
  /// `params`: those that the settings were made from. `changes`: what a `configure` gives, whose
  /// own fields are named where they are at fault.
  package func checkCredentials(
    _ params: JSONObject, changes: JSONObject? = nil
  ) throws(JSONFieldError) {
    guard let credentials else { return }
    let given = changes ?? params
    let name = ["token", "auth"].first { (given[$0] ?? .null) != .null }
    if let claimed = firstClaimed(by: CredentialClaims(credentials)) {
      let expected =
        name == nil
        ? "absent, as auth or token writes it" : "given without \(claimed), which it writes itself"
      throw JSONFieldError(name ?? claimed, expected: expected)
    }
    if case .awsSigV4(let keys) = credentials, let host = try? pager.template.openedURL().host,
      let field = AWSScope.missingField(keys, host: host)
    {
      throw JSONFieldError("auth.\(field)", expected: "a text: the host \(host) does not show it")
    }
  }

  /// The path of the first field given by the caller that the credentials also write.
  private func firstClaimed(by claims: CredentialClaims) -> String? {
    let template = pager.template
    for header in template.headers where claims.includes(header: header.name, value: header.value) {
      return JSONFields.join("headers", header.name)
    }
    let names = Set(template.parameterNames + pager.strategy.positionNames)
    let written = names.union(QueryString.members(of: template.url.text).map(\.name))
    return claims.parameters.first(where: written.contains).map {
      JSONFields.join("parameters", $0)
    }
  }
}
