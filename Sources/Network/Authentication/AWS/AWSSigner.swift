package import HTTP
import Text

/// Signs requests with AWS Signature Version 4, in the `Authorization` header.
///
///     AWS4-HMAC-SHA256 Credential=AKID/20150830/us-east-1/iam/aws4_request,
///     SignedHeaders=host;x-amz-date, Signature=5d67...
///
/// Source: AWS General Reference, "Create a signed AWS API request".
package struct AWSSigner: Sendable {
  private let keys: AWSKeys
  private let region: String
  private let service: String
  private let isSigned: @Sendable (_ lowerCaseName: String) -> Bool

  /// Makes a signer for requests to one host; nil where neither the keys nor the host tell the
  /// region and the service. `isSigned` says which headers count besides `host`.
  package init?(
    _ keys: AWSKeys, host: String,
    isSigned: @escaping @Sendable (String) -> Bool = {
      $0 == "content-type" || $0.hasPrefix("x-amz-")
    }
  ) {
    let scope = AWSScope(host: host)
    guard let region = keys.region ?? scope.region, let service = keys.service ?? scope.service
    else { return nil }
    self.keys = keys
    self.region = region
    self.service = service
    self.isSigned = isSigned
  }

  /// The request with a signature that holds from that moment on; an earlier signature is replaced.
  package func sign(_ request: HTTPRequest, epochSeconds: Double) -> HTTPRequest {
    var request = request
    let moment = AWSTimestamp(epochSeconds: epochSeconds)
    let bodyDigest = SHA256.hexDigest(request.body ?? [])
    request.url = request.url.withUserinfo(of: nil)
    request.headers.set("X-Amz-Date", moment.text)
    if let token = keys.sessionToken { request.headers.set("X-Amz-Security-Token", token) }
    if service == "s3" { request.headers.set("X-Amz-Content-Sha256", bodyDigest) }
    let canonical = AWSCanonicalRequest(
      method: request.method.name, path: canonicalPath(request.url.path),
      query: request.url.query ?? "", headers: signedHeaders(request), bodyDigest: bodyDigest)
    request.headers.set("Authorization", authorization(canonical, moment))
    return request
  }

  func authorization(_ canonical: AWSCanonicalRequest, _ moment: AWSTimestamp) -> String {
    let scope = [moment.day, region, service, "aws4_request"]
    let text = [
      "AWS4-HMAC-SHA256", moment.text, scope.joined(separator: "/"),
      SHA256.hexDigest(Array(canonical.text.utf8)),
    ].joined(separator: "\n")
    let key = scope.reduce(Array("AWS4\(keys.secretAccessKey)".utf8)) { key, part in
      HMAC.sha256(key: key, message: Array(part.utf8))
    }
    let signature = Hexadecimal.encode(HMAC.sha256(key: key, message: Array(text.utf8)))
    return "AWS4-HMAC-SHA256 Credential=\(keys.accessKeyID)/\(scope.joined(separator: "/")), "
      + "SignedHeaders=\(canonical.headerNames), Signature=\(signature)"
  }

  /// Name in lower case and value of each signed header, repeated ones joined, `host` included.
  private func signedHeaders(_ request: HTTPRequest) -> [String: String] {
    var values: [String: [String]] = [:]
    for field in request.headers.fields {
      let name = field.name.lowercased()
      if isSigned(name) || name == "host" { values[name, default: []].append(field.value) }
    }
    if values["host"] == nil { values["host"] = [request.url.hostAndPort] }
    return values.mapValues { values in
      values.map(AWSCanonicalRequest.trimmed).joined(separator: ",")
    }
  }

  private func canonicalPath(_ path: String) -> String {
    service == "s3"
      ? AWSCanonicalRequest.encodedOnce(path: path) : AWSCanonicalRequest.normalized(path: path)
  }
}
