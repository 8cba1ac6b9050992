import DemoAPI
import Text

extension PositionToken {
  /// The position in the token of a parameter; 0 without a token.
  static func start(_ token: String?, named name: String) throws(Refusal) -> Int {
    guard let token else { return 0 }
    return try start(token)
      .orThrow(Refusal.invalidParameter(name: name, expected: "a token from an earlier answer"))
  }
}
