import HTTP
import TestSupport
import Testing

@testable import Authentication

/// Requests of AWS's published signing test suite (aws-signing-test-suite/v4) with the signature
/// that the header form of each has; `isNormalized`: whether dot and empty segments are removed, as
/// for every service but S3.
@Suite struct AWSVectorTests {
  /// The suite's account, region, service and moment.
  private static let keys = AWSKeys(
    accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
    region: "us-east-1", service: "service")
  private static let moment = AWSTimestamp(epochSeconds: 1_440_938_160)

  @Test(
    arguments: CaseLine.all(
      "Cases/vectors.jsonl",
      ["id", "method", "path", "query", "headers", "body", "isNormalized", "signature"]))
  func signatureIsThePublishedOne(_ vector: CaseLine) throws {
    let signer = try #require(AWSSigner(Self.keys, host: "example.amazonaws.com"))
    let path = vector["path"] ?? "/"
    let body = Array((vector["body"] ?? "").utf8)
    var headers = Dictionary(uniqueKeysWithValues: vector.headers)
    headers["host"] = "example.amazonaws.com"
    headers["x-amz-date"] = Self.moment.text
    if !body.isEmpty { headers["x-amz-content-sha256"] = SHA256.hexDigest(body) }
    let canonical = AWSCanonicalRequest(
      method: vector["method"] ?? "GET",
      path: vector.json("isNormalized") == "false"
        ? AWSCanonicalRequest.encodedOnce(path: path) : AWSCanonicalRequest.normalized(path: path),
      query: vector["query"] ?? "", headers: headers.mapValues(AWSCanonicalRequest.trimmed),
      bodyDigest: SHA256.hexDigest(body))
    let authorization = signer.authorization(canonical, Self.moment)
    let signature = try #require(vector["signature"])
    #expect(authorization.hasSuffix("Signature=\(signature)"), "\(canonical.text)")
  }
}
