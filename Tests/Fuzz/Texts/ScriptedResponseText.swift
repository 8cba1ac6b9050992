import HTTP
import TestInput

/// Random responses as sessions get them, behind HTTP: pages, refusals, failures.
struct ScriptedResponseText {
  func result(
    _ random: inout SeededGenerator, base: String, url: String
  ) -> Result<HTTPResponse, HTTPError> {
    if random.chance(6) {
      return .failure(
        random.pick([
          .timedOut(seconds: 2), .networkFailed(detail: "x"), .responseTooLarge(maximum: 9),
          .malformedResponse(detail: "x", offset: 3), .tlsFailed(detail: "x"), .cancelled,
        ]))
    }
    let status =
      random.chance(75)
      ? 200
      : random.pick([204, 206, 301, 302, 303, 307, 304, 400, 401, 403, 404, 416, 429, 500, 503])
    return .success(
      HTTPResponse(
        status: HTTPStatus(status), headers: HTTPHeaders(headers(&random, base: base)),
        body: Array(body(&random, base: base).utf8), url: url, durationMilliseconds: 1))
  }

  /// The end of any list.
  func last(url: String) -> Result<HTTPResponse, HTTPError> {
    .success(
      HTTPResponse(
        status: 200, headers: HTTPHeaders([]),
        body: Array(#"{"items":[],"next":null,"more":false}"#.utf8), url: url,
        durationMilliseconds: 1))
  }

  static func words(_ result: Result<HTTPResponse, HTTPError>) -> String {
    switch result {
    case .failure(let error): "\(error)"
    case .success(let response):
      "\(response.status.code) \(response.headers) "
        + String(decoding: response.body, as: UTF8.self)
    }
  }

  private func headers(_ random: inout SeededGenerator, base: String) -> [HTTPField] {
    (0..<random.below(3)).map { _ in
      let link = link(&random, base: base)
      let (name, value) = random.pick([
        ("Link", "<\(link)>; rel=\"next\""), ("Location", link), ("X-Next", "2"), ("X-Next", link),
        ("Content-Range", "items \(range(&random))"), ("Content-Range", range(&random)),
        ("Next-Range", "id ..; max=2"), ("Retry-After", number(&random)),
        ("Retry-After", "Sun, 06 Nov 2094 08:49:37 GMT"), ("X-RateLimit-Remaining", "0"),
        ("X-RateLimit-Reset", number(&random)), ("Content-Type", "application/json"),
      ])
      return HTTPField(name: name, value: value)
    }
  }

  private func number(_ random: inout SeededGenerator) -> String {
    random.pick([
      "0", "1", "2", "3", "25", "-1", "x", "", "9223372036854775807", "9223372036854775808",
      "9223372036854775806", "1e9", "2.5", "1000000000000",
    ])
  }

  private func range(_ random: inout SeededGenerator) -> String {
    random.chance(20)
      ? "*/\(number(&random))" : "\(number(&random))-\(number(&random))/\(number(&random))"
  }

  private func link(_ random: inout SeededGenerator, base: String) -> String {
    random.pick([
      base + "/b?page=2", base + "/a?page=3", "/b?page=3", "?page=4", "?offset=9223372036854775807",
      "https://evil.example/", "file:///etc/passwd", "", "2", "?cursor=%00",
    ])
  }

  private func body(_ random: inout SeededGenerator, base: String) -> String {
    switch random.below(12) {
    case 0: return random.pick(["", "null", "[]", "{}", "7", "[1,", "<html>", "[[[["])
    case 1: return JSONText().value(&random)
    case 2: return "[" + random.join(4, ",") { "{\"id\":\($0.below(5))}" } + "]"
    default:
      let items = random.join(4, ",") { random in
        random.chance(5) ? "null" : "{\"id\":\(random.below(9))}"
      }
      let next = random.chance(30) ? "null" : "\"\(link(&random, base: base))\""
      let count = { (random: inout SeededGenerator) in
        random.pick([
          "3", "0", "-1", "25", "1e400", "\"5\"", "9223372036854775807", "1000000", "null", "true",
          "99999999999999999999",
        ])
      }
      return "{\"items\":[\(items)],\"next\":\(next),\"more\":\(random.chance(50)),"
        + "\"total\":\(count(&random)),\"pages\":\(count(&random))}"
    }
  }
}
