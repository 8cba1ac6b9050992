import HTTP

extension HTTPBodyEnd {
  /// The word in an entry's `response._bodyEnd`; nil if the API said that the body is complete.
  var recorded: String? {
    switch self {
    case .stated: nil
    case .connection: "connection"
    case .broken: "broken"
    }
  }

  /// The end that an entry's word, or its absence, means.
  init(recorded word: String?) {
    switch word {
    case "connection": self = .connection
    case "broken": self = .broken(.recorded)
    default: self = .stated
    }
  }
}
