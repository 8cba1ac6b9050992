import HTTP

extension HTTPBodyEnd {
  private static let connectionWord = "connection"
  private static let brokenWord = "broken"

  /// What an entry says in `response._bodyEnd`; nil where the API said that the body is all.
  var recorded: String? {
    switch self {
    case .stated: nil
    case .connection: HTTPBodyEnd.connectionWord
    case .broken: HTTPBodyEnd.brokenWord
    }
  }

  /// The end that an entry's word, or its absence, stands for.
  init(recorded word: String?) {
    switch word {
    case HTTPBodyEnd.connectionWord: self = .connection
    case HTTPBodyEnd.brokenWord: self = .broken(.recorded)
    default: self = .stated
    }
  }
}
