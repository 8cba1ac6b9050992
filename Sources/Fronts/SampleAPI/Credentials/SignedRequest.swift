import Authentication
import HTTP

/// A request with AWS Signature Version 4, checked by signing it again.
struct SignedRequest {
  /// Seconds by which a signature's clock may differ.
  static let clockSecondsMax = 900

  private let request: HTTPRequest
  private let authorization: String
  private let region: String
  private let service: String
  private let accessKeyID: String
  private let signedNames: Set<String>
  private let epochSeconds: Double

  /// Nil where the request has no signature of that form.
  init?(_ incoming: SampleRequest, authority: String) {
    guard let authorization = incoming.header("authorization"),
      let parts = Self.parts(authorization), let scope = parts["Credential"]?.split(separator: "/"),
      scope.count == 5, scope[4] == "aws4_request", let names = parts["SignedHeaders"],
      let date = incoming.header("x-amz-date"), let moment = AWSTimestamp.epochSeconds(date),
      let url = try? HTTPURL.parse("http://" + authority + incoming.target)
    else { return nil }
    self.authorization = authorization
    accessKeyID = String(scope[0])
    region = String(scope[2])
    service = String(scope[3])
    signedNames = Set(names.split(separator: ";").map(String.init))
    epochSeconds = moment
    var headers = HTTPHeaders()
    for field in incoming.headers {
      headers.add(field.name, field.value)
    }
    headers.remove("Authorization")
    request = HTTPRequest(
      method: HTTPMethod(incoming.method), url: url, headers: headers,
      body: incoming.body)
  }

  func isSigned(by accessKeyID: String, _ secret: String, nowSeconds: Int) -> Bool {
    guard accessKeyID == self.accessKeyID,
      abs(epochSeconds - Double(nowSeconds)) <= Double(Self.clockSecondsMax)
    else { return false }
    let names = signedNames
    let keys = AWSKeys(
      accessKeyID: accessKeyID, secretAccessKey: secret,
      sessionToken: request.headers["X-Amz-Security-Token"], region: region, service: service)
    let signer = AWSSigner(keys, host: request.url.host) { names.contains($0) }
    let expected = signer?.sign(request, epochSeconds: epochSeconds).headers["Authorization"]
    return expected == authorization
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
