import HTTP

extension HTTPBodyEnd {
  /// What an entry says in `response._bodyEnd`; nil where the API said that the body is all.
  var recorded: String? {
    switch self {
    case .stated: nil
    case .connection: "connection"
    case .broken: "broken"
    }
  }

  /// The end that an entry's word, or its absence, stands for.
  init(recorded word: String?) {
    switch word {
    case "connection": self = .connection
    case "broken": self = .broken(.recorded)
    default: self = .stated
    }
  }
}
