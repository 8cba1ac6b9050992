import Foundation
import HTTP
import Testing

@testable import Authentication

/// Signatures beside those of botocore, the signer inside of AWS's own tools. Needs a Python that
/// has it: `PAGINATOR_BOTOCORE` names one, else `python3` is tried.
@Suite struct BotocoreTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var method = "GET"
    let url: String
    var headers: [String: String] = [:]
    var body = ""
    var service = "sample"
    var sessionToken: String?
  }

  private static let python: String? = {
    let named = ProcessInfo.processInfo.environment["PAGINATOR_BOTOCORE"]
    for candidate in [named, "python3"].compactMap(\.self) {
      if (try? run(candidate, "import botocore.auth", input: Data()))?.status == 0 {
        return candidate
      }
    }
    return nil
  }()

  @Test(.enabled(if: python != nil, "no Python with botocore"), arguments: cases)
  func signatureIsBotocores(_ test: Case) throws {
    let keys = AWSKeys(
      accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      sessionToken: test.sessionToken, region: "eu-west-1", service: test.service)
    let url = try HTTPURL.parse(test.url)
    let signer = try #require(AWSSigner(keys, host: url.host))
    let signed = signer.sign(
      HTTPRequest(
        method: HTTPMethod(test.method), url: url,
        headers: HTTPHeaders(test.headers.map { HTTPField(name: $0.key, value: $0.value) }),
        body: test.body.isEmpty ? nil : Array(test.body.utf8)), epochSeconds: 1_440_938_160)
    let input = try JSONSerialization.data(withJSONObject: [
      "method": test.method, "url": url.text, "headers": test.headers, "body": test.body,
      "service": test.service, "token": test.sessionToken ?? "",
    ])
    let python = try #require(Self.python)
    let answer = try Self.run(python, Self.script, input: input)
    #expect(answer.status == 0)
    #expect(signed.headers["Authorization"] == answer.output)
  }

  private static let cases: [Case] = [
    Case(testDescription: "plain", url: "https://h.test/"),
    Case(testDescription: "port", url: "http://127.0.0.1:8080/a"),
    Case(testDescription: "query unsorted", url: "https://h.test/?b=2&a=1&B=3&a=0"),
    Case(testDescription: "flag", url: "https://h.test/?acl&x"),
    Case(testDescription: "empty value", url: "https://h.test/?a=&b"),
    Case(testDescription: "encoded query", url: "https://h.test/?a=b%20c&d=%2F%3A%40&%C3%A9=1"),
    Case(testDescription: "space in the path", url: "https://h.test/a%20b/c"),
    Case(testDescription: "colon in the path", url: "https://h.test/arn:aws:x/y@z,w"),
    Case(testDescription: "encoded slash", url: "https://h.test/a%2Fb/"),
    Case(testDescription: "empty segments", url: "https://h.test//a///b//"),
    Case(testDescription: "reserved in the path", url: "https://h.test/a$b&c=d;e+f~g*h'(i)"),
    Case(testDescription: "umlaut", url: "https://h.test/%C3%BC?q=%C3%BC"),
    Case(
      testDescription: "body", method: "POST", url: "https://h.test/",
      headers: ["Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": "DynamoDB.Scan"],
      body: #"{"TableName":"T"}"#),
    Case(
      testDescription: "header blanks", url: "https://h.test/",
      headers: ["X-Amz-Meta": "  a   b  ", "X-Other": "not signed"]),
    Case(testDescription: "session token", url: "https://h.test/", sessionToken: "AQoDYXdzEPT/="),
    Case(testDescription: "s3 path", url: "https://h.test/a//b/./c%20d%2Be", service: "s3"),
    Case(
      testDescription: "s3 body", method: "PUT", url: "https://h.test/key", body: "data",
      service: "s3"),
  ]

  /// Signs as AWS's tools do; botocore signs every header, so that it is given those that count.
  private static let script = """
    import datetime, json, sys
    from botocore import auth, awsrequest, credentials
    case = json.load(sys.stdin)
    class Clock(datetime.datetime):
        @classmethod
        def utcnow(cls): return cls(2015, 8, 30, 12, 36)
        @classmethod
        def now(cls, tz=None): return cls(2015, 8, 30, 12, 36, tzinfo=tz)
    auth.datetime = type("module", (), {"datetime": Clock, "timezone": datetime.timezone})
    if hasattr(auth, "get_current_datetime"):
        auth.get_current_datetime = lambda: Clock(2015, 8, 30, 12, 36)
    signed = {k: v for k, v in case["headers"].items()
              if k.lower() == "content-type" or k.lower().startswith("x-amz-")}
    request = awsrequest.AWSRequest(
        method=case["method"], url=case["url"], headers=signed, data=case["body"].encode())
    keys = credentials.Credentials(
        "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", case["token"] or None)
    kind = auth.S3SigV4Auth if case["service"] == "s3" else auth.SigV4Auth
    signer = kind(keys, case["service"], "eu-west-1")
    request.context["payload_signing_enabled"] = True
    signer.add_auth(request)
    sys.stdout.write(request.headers["Authorization"])
    """

  private static func run(
    _ python: String, _ script: String, input: Data
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [python, "-c", script]
    let (standardInput, standardOutput) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: input)
    try standardInput.fileHandleForWriting.close()
    let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
