import Foundation
import JSON

/// The API of the examples in protocol/README.md: five articles, two a page. Paginator asks it by
/// way of `paginator/fetch`, so that its address can stay as it is written.
struct ReadmeAPI {
  /// What it does with the next requests.
  enum Mood {
    case answers
    /// Does not answer.
    case hangs
    case refuses
    /// 503, to be tried again after a second.
    case isBusy
    /// 401, unless there are credentials.
    case asksForCredentials
    /// Says which page it is, as in the example of detection.
    case tellsPages
    /// One article and no total, as in the example of a strategy of the client's own.
    case isPeculiar
  }

  var mood = Mood.answers
  /// Whether the fourth article has got another title.
  var isEdited = false

  /// The answer to a `paginator/fetch`, or nil where there is none yet.
  func answer(to request: JSONValue) -> JSONObject? {
    let message = request["params"]?["request"] ?? .null
    switch mood {
    case .hangs: return nil
    case .refuses: return ["error": ["code": -32000, "message": "Connection refused"]]
    case .isBusy: return response(503, "{}", ["Retry-After": "1"])
    case .asksForCredentials where message["headers"]?["Authorization"] == nil:
      return response(401, "{}", ["WWW-Authenticate": "Bearer realm=\"api\""])
    case .isPeculiar: return response(200, #"{"articles":[{"id":1,"title":"One"}],"goOn":2}"#)
    case .asksForCredentials, .answers:
      let url = URLComponents(string: message["url"]?.stringValue ?? "")
      let page = url?.queryItems?.first { $0.name == "page" }?.value.flatMap { Int($0) } ?? 1
      return response(200, body(page))
    case .tellsPages:
      let isSecond = message["url"]?.stringValue?.contains("page=2") == true
      let place = #","page":\#(isSecond ? 2 : 1),"total_pages":3,"total""#
      let body = body(isSecond ? 2 : 1).replacingOccurrences(of: #","total""#, with: place)
      return response(200, body)
    }
  }

  private func body(_ page: Int) -> String {
    let titles = ["One", "Two", "Three", isEdited ? "Vier" : "Four", "Five"]
    let articles = titles.enumerated().dropFirst((page - 1) * 2).prefix(2).map { index, title in
      #"{"id":\#(index + 1),"title":"\#(title)"}"#
    }
    return #"{"articles":[\#(articles.joined(separator: ","))],"total":5}"#
  }

  private func response(
    _ status: Int, _ body: String, _ headers: JSONObject = [:]
  ) -> JSONObject {
    var all: JSONObject = ["content-type": "application/json"]
    for (name, value) in headers.members { all[name] = value }
    return ["result": ["status": .integer(status), "headers": .object(all), "body": .string(body)]]
  }
}
