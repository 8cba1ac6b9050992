import HTTP
import Testing

@testable import Authentication

/// A request of AWS's published signing test suite (aws-signing-test-suite/v4) with the signature
/// that its header form has.
struct AWSVector: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var method = "GET"
  var path = "/"
  var query = ""
  var headers: [String: String] = [:]
  var body = ""
  /// Whether dot and empty segments are removed, as for every service but S3.
  var isNormalized = true
  let signature: String
}

@Suite struct AWSVectorTests {
  /// The suite's account, region, service and moment.
  private static let keys = AWSKeys(
    accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
    region: "us-east-1", service: "service")
  private static let moment = AWSTimestamp(epochSeconds: 1_440_938_160)

  @Test(arguments: vectors) func signatureIsThePublishedOne(_ vector: AWSVector) throws {
    let signer = try #require(AWSSigner(Self.keys, host: "example.amazonaws.com"))
    var headers = vector.headers
    headers["host"] = "example.amazonaws.com"
    headers["x-amz-date"] = Self.moment.text
    if !vector.body.isEmpty {
      headers["x-amz-content-sha256"] = SHA256.hexDigest(Array(vector.body.utf8))
    }
    let canonical = AWSCanonicalRequest(
      method: vector.method,
      path: vector.isNormalized
        ? AWSCanonicalRequest.normalized(path: vector.path)
        : AWSCanonicalRequest.encodedOnce(path: vector.path),
      query: vector.query, headers: headers.mapValues(AWSCanonicalRequest.trimmed),
      bodyDigest: SHA256.hexDigest(Array(vector.body.utf8)))
    let authorization = signer.authorization(canonical, Self.moment)
    #expect(authorization.hasSuffix("Signature=\(vector.signature)"), "\(canonical.text)")
  }
}

private let vectors: [AWSVector] = [
  AWSVector(
    testDescription: "get-header-key-duplicate",
    headers: ["my-header1": "value2,value2,value1"],
    signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
  AWSVector(
    testDescription: "get-header-value-multiline",
    headers: ["my-header1": "value1 value2 value3"],
    signature: "cfd34249e4b1c8d6b91ef74165d41a32e5fab3306300901bb65a51a73575eefd"),
  AWSVector(
    testDescription: "get-header-value-order",
    headers: ["my-header1": "value4,value1,value3,value2"],
    signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"),
  AWSVector(
    testDescription: "get-header-value-trim",
    headers: ["my-header1": "value1", "my-header2": "\"a b c\""],
    signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
  AWSVector(
    testDescription: "get-relative-normalized",
    path: "/example/..",
    signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
  AWSVector(
    testDescription: "get-relative-relative-normalized",
    path: "/example1/example2/../..",
    signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
  AWSVector(
    testDescription: "get-relative-relative-unnormalized",
    path: "/example1/example2/../..",
    isNormalized: false,
    signature: "dc33e0856fd4baca4d7aa2146c38958283844764f38c74252a333df5e613003b"),
  AWSVector(
    testDescription: "get-relative-unnormalized",
    path: "/example/..",
    isNormalized: false,
    signature: "eca7ead57bb5aa5c8e28007acd4ff04e1ff9a0ff3b237ec1554a184887ff9282"),
  AWSVector(
    testDescription: "get-slash-dot-slash-normalized",
    path: "/./",
    signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
  AWSVector(
    testDescription: "get-slash-dot-slash-unnormalized",
    path: "/./",
    isNormalized: false,
    signature: "68714168e6557f8f2de0ef956fc24dc2593a4bd2961f8df51898d8a134695145"),
  AWSVector(
    testDescription: "get-slash-normalized",
    path: "//",
    signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
  AWSVector(
    testDescription: "get-slash-pointless-dot-normalized",
    path: "/./example",
    signature: "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"),
  AWSVector(
    testDescription: "get-slash-pointless-dot-unnormalized",
    path: "/./example",
    isNormalized: false,
    signature: "beb03f223f7deae4146464f06e29eebbee9c8afbe15c290cf07aa8b119e14cff"),
  AWSVector(
    testDescription: "get-slash-unnormalized",
    path: "//",
    isNormalized: false,
    signature: "c88bcd3d312d75078c0cd961d6deae3f4c754924b01669efcfcb439fd5e5b76e"),
  AWSVector(
    testDescription: "get-slashes-normalized",
    path: "//example//",
    signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
  AWSVector(
    testDescription: "get-slashes-unnormalized",
    path: "//example//",
    isNormalized: false,
    signature: "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5"),
  AWSVector(
    testDescription: "get-space-normalized",
    path: "/example space/",
    signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
  AWSVector(
    testDescription: "get-space-unnormalized",
    path: "/example space/",
    isNormalized: false,
    signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
  AWSVector(
    testDescription: "get-unreserved",
    path: "/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
  AWSVector(
    testDescription: "get-utf8",
    path: "/ሴ",
    signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
  AWSVector(
    testDescription: "get-vanilla",
    signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
  AWSVector(
    testDescription: "get-vanilla-empty-query-key",
    query: "Param1=value1",
    signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
  AWSVector(
    testDescription: "get-vanilla-query",
    signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
  AWSVector(
    testDescription: "get-vanilla-query-order-encoded",
    query: "Param-3=Value3&Param=Value2&%E1%88%B4=Value1",
    signature: "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"),
  AWSVector(
    testDescription: "get-vanilla-query-order-key-case",
    query: "Param2=value2&Param1=value1",
    signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
  AWSVector(
    testDescription: "get-vanilla-query-unreserved",
    query:
      "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz=-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
  AWSVector(
    testDescription: "get-vanilla-utf8-query",
    query: "ሴ=bar",
    signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
  AWSVector(
    testDescription: "get-vanilla-with-session-token",
    headers: [
      "x-amz-security-token": "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267"
    ],
    signature: "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"),
  AWSVector(
    testDescription: "post-header-key-case",
    method: "POST",
    signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
  AWSVector(
    testDescription: "post-header-key-sort",
    method: "POST",
    headers: ["my-header1": "value1"],
    signature: "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"),
  AWSVector(
    testDescription: "post-header-value-case",
    method: "POST",
    headers: ["my-header1": "VALUE1"],
    signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"),
  AWSVector(
    testDescription: "post-sts-header-after",
    method: "POST",
    signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
  AWSVector(
    testDescription: "post-sts-header-before",
    method: "POST",
    headers: [
      "x-amz-security-token":
        "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=="
    ],
    signature: "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead"),
  AWSVector(
    testDescription: "post-vanilla",
    method: "POST",
    signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
  AWSVector(
    testDescription: "post-vanilla-empty-query-value",
    method: "POST",
    query: "Param1=value1",
    signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"),
  AWSVector(
    testDescription: "post-vanilla-query",
    method: "POST",
    query: "Param1=value1",
    signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"),
  AWSVector(
    testDescription: "post-x-www-form-urlencoded",
    method: "POST",
    headers: ["content-type": "application/x-www-form-urlencoded", "content-length": "13"],
    body: "Param1=value1",
    signature: "d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b"),
  AWSVector(
    testDescription: "post-x-www-form-urlencoded-parameters",
    method: "POST",
    headers: [
      "content-type": "application/x-www-form-urlencoded; charset=utf-8", "content-length": "13",
    ],
    body: "Param1=value1",
    signature: "328d1b9eaadca9f5818ef05e8392801e091653bafec24fcab71e7344e7f51422"),
]
