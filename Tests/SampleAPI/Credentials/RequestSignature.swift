import Authentication
import HTTP
import Text

/// AWS Signature Version 4 of a request, checked by signing it again.
enum RequestSignature {
  /// Seconds by which a signature's clock may differ.
  static let clockSecondsMax = 900

  /// True when a request is signed with these keys. `authority`: host and port as the client names
  /// them.
  static func isValid(
    _ request: SampleRequest, authority: String, by accessKeyID: String, _ secret: String,
    nowSeconds: Int
  ) -> Bool {
    guard let authorization = request.header("authorization"),
      let parts = parts(authorization), let scope = parts["Credential"]?.split(separator: "/"),
      scope.count == 5, scope[0] == accessKeyID, scope[4] == "aws4_request",
      let names = parts["SignedHeaders"]?.split(separator: ";").map(String.init),
      let date = request.header("x-amz-date"), let moment = epochSeconds(date),
      abs(moment - Double(nowSeconds)) <= Double(clockSecondsMax),
      let url = try? HTTPURL.parse("http://" + authority + request.target)
    else { return false }
    var headers = HTTPHeaders()
    for field in request.headers { headers.add(field.name, field.value) }
    headers.remove("Authorization")
    let unsigned = HTTPRequest(
      method: HTTPMethod(request.method), url: url, headers: headers, body: request.body)
    let keys = AWSKeys(
      accessKeyID: accessKeyID, secretAccessKey: secret,
      sessionToken: headers["X-Amz-Security-Token"], region: String(scope[2]),
      service: String(scope[3]))
    let signer = AWSSigner(keys, host: url.host) { names.contains($0) }
    return signer?.sign(unsigned, epochSeconds: moment).headers["Authorization"] == authorization
  }

  /// Seconds since 1970 of `20150830T123600Z`; nil for a text of another form.
  private static func epochSeconds(_ text: String) -> Double? {
    let digits = text.split(whereSeparator: { $0 == "T" || $0 == "Z" }).map(String.init)
    guard text.utf8.count == 16, digits.map(\.utf8.count) == [8, 6] else { return nil }
    func parts(_ text: String, _ separator: String, first: Int) -> String {
      let rest = text.dropFirst(first)
      return [text.prefix(first), rest.prefix(2), rest.dropFirst(2)].joined(separator: separator)
    }
    let time = parts(digits[0], "-", first: 4) + "T" + parts(digits[1], ":", first: 2) + "Z"
    return DateReader.read(Array(time.utf8).span).map { Double($0.seconds) }
  }

  /// `Credential=..., SignedHeaders=..., Signature=...` by name.
  private static func parts(_ authorization: String) -> [String: String]? {
    let prefix = "AWS4-HMAC-SHA256 "
    guard authorization.hasPrefix(prefix) else { return nil }
    var parts: [String: String] = [:]
    for part in authorization.dropFirst(prefix.count).split(separator: ",") {
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      parts[String(pair[0])] = String(pair[1])
    }
    return parts
  }
}
