import Foundation
import HTTP
import TestSupport
import Testing

@testable import Authentication

/// Signatures beside those of botocore, the signer inside of AWS's own tools. Needs a Python that
/// has it: `PAGINATOR_BOTOCORE` names one, else `python3` is tried.
@Suite struct BotocoreTests {
  private static let python: String? = {
    let named = ProcessInfo.processInfo.environment["PAGINATOR_BOTOCORE"]
    for candidate in [named, "python3"].compactMap(\.self) {
      if (try? run(candidate, "import botocore.auth", input: Data()))?.status == 0 {
        return candidate
      }
    }
    return nil
  }()

  @Test(
    .enabled(if: python != nil, "no Python with botocore"),
    arguments: CaseLine.all(
      "Cases/botocore.jsonl",
      ["id", "method", "url", "headers", "body", "service", "sessionToken"]))
  func signatureIsBotocores(_ test: CaseLine) throws {
    let (method, service) = (test["method"] ?? "GET", test["service"] ?? "sample")
    let keys = AWSKeys(
      accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      sessionToken: test["sessionToken"], region: "eu-west-1", service: service)
    let url = try HTTPURL.parse(test["url"] ?? "")
    let signed = try #require(AWSSigner(keys, host: url.host)).sign(
      HTTPRequest(
        method: HTTPMethod(method), url: url,
        headers: HTTPHeaders(test.headers.map { HTTPField(name: $0.0, value: $0.1) }),
        body: test["body"].map { Array($0.utf8) }), epochSeconds: 1_440_938_160)
    let input = try JSONSerialization.data(withJSONObject: [
      "method": method, "url": url.text, "body": test["body"] ?? "", "service": service,
      "headers": Dictionary(uniqueKeysWithValues: test.headers),
      "token": test["sessionToken"] ?? "",
    ])
    let python = try #require(Self.python)
    let answer = try Self.run(python, Self.script, input: input)
    #expect(answer.status == 0)
    #expect(signed.headers["Authorization"] == answer.output)
  }

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
