import JSON
import Secrets

/// The body of a token endpoint as it is recorded: it never contains a token.
///
///     {"access_token":"2YotnFZ","expires_in":3600,"x":[1]}
///
/// becomes `{"access_token":"***","expires_in":3600,"x":"***"}`, and what is not a JSON object
/// `***`.
enum TokenBody {
  /// Characters of an error's code and of a lifetime.
  private static let plainCharactersMax = 64

  static func masked(_ body: [UInt8], _ redactor: Redactor) -> [UInt8] {
    guard !body.isEmpty else { return [] }
    guard let object = JSONValue(json: body)?.objectValue else { return Array(Redactor.mask.utf8) }
    let members = object.members.enumerated().map { number, member in
      // Even a name may be a token.
      let name = isPlain(member.key) ? member.key : "\(Redactor.mask)\(number)"
      let isKept = isKept(member.key, member.value) && !redactor.holdsSecret(member.key)
      return (key: name, value: isKept ? member.value : JSONValue.string(Redactor.mask))
    }
    let masked = JSONValue.object(JSONObject(members)).bytes
    return redactor.mask(bytes: masked) ?? masked
  }

  /// True when a member says something that is known not to be secret.
  private static func isKept(_ name: String, _ value: JSONValue) -> Bool {
    switch (name, value) {
    case ("token_type", .string(let type)): type.lowercased() == "bearer"
    case ("expires_in", .number(let number)): number.text.utf8.count <= plainCharactersMax
    case ("expires_in", .string(let digits)):
      digits.utf8.count <= 12 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    case ("error", .string(let code)): isPlain(code)
    case (_, .null), (_, .boolean): true
    default: false
    }
  }

  /// True when a text is a word like the names of errors and members: `invalid_client`.
  private static func isPlain(_ text: String) -> Bool {
    (1...plainCharactersMax).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
  }
}
