import HTTP
import JSON
import Secrets
import Text

/// A request with what it resulted in, as an entry of a HAR 1.2 file:
///
///     {"startedDateTime": "2026-11-22T09:30:00.125Z", "time": 12.5,
///      "request": {"method": "GET", "url": "https://h/a?key=***", ...},
///      "response": {"status": 200, ..., "content": {"size": 2, "text": "[]", ...}},
///      "cache": {}, "timings": {"send": 0, "wait": 12.5, "receive": 0, ...}, "_attempt": 1}
///
/// Secrets are masked in it.
struct RecordedExchange {
  /// The outcome of the request.
  enum Outcome {
    case response(HTTPResponse)
    case failure(RecordedFailure, milliseconds: Double)

    /// Makes an outcome; nil if there was no exchange, as with a cancelled request. `milliseconds`:
    /// the duration of the request.
    init?(_ result: Result<HTTPResponse, HTTPError>, milliseconds: Double) {
      switch result {
      case .success(let response): self = .response(response)
      case .failure(let error):
        guard let failure = RecordedFailure(error) else { return nil }
        self = .failure(failure, milliseconds: milliseconds)
      }
    }
  }

  let request: HTTPRequest
  let head: RecordedHead
  let outcome: Outcome
  let endedAtEpochSeconds: Double
  /// The size of the response's whole body, for a ``RequestLog``, in which long bodies are cut; nil:
  /// bodies are whole.
  var bodyBytes: Int?

  private var redactor: Redactor { head.redactor }
  private var response: HTTPResponse? {
    if case .response(let response) = outcome { response } else { nil }
  }

  /// The entry, without line feeds, after what separates it from the one before.
  func entry() -> [UInt8] {
    let bodyBytes = response?.body.count ?? 0
    var writer = JSONWriter(reservingCapacity: 12_288 + bodyBytes + bodyBytes / 4)
    writer.bytes += HARWriter.separator
    writer.object(nil, write)
    return writer.bytes
  }

  /// Writes the members of the entry.
  func write(to writer: inout JSONWriter) {
    writer.member(
      "startedDateTime", HARDate.text(epochSeconds: endedAtEpochSeconds - milliseconds / 1_000))
    writer.member("time", milliseconds: milliseconds)
    writer.object("request", writeRequest)
    writer.object("response", writeResponse)
    writer.object("cache") { _ in }
    writer.object("timings", writeTimings)
    writer.member("_attempt", request.attempt)
  }

  private var milliseconds: Double {
    switch outcome {
    case .response(let response): response.durationMilliseconds
    case .failure(_, let milliseconds): (milliseconds * 1_000).rounded() / 1_000
    }
  }

  // MARK: Request

  private func writeRequest(to writer: inout JSONWriter) {
    let url = redactor.mask(url: request.url.text)
    writer.member("method", request.method.name)
    writer.member("url", url)
    writer.member("httpVersion", version)
    writer.raw("cookies", head.cookies)
    writer.raw("headers", head.headers)
    writer.array("queryString") {
      for member in QueryString.members(of: url) {
        $0.add(redactor.mask(text: member.name), redactor.mask(text: member.value))
      }
    }
    let body = request.body.map {
      MaskedBody($0, of: request, redactor).shown(isCut: isCut($0.count))
    }
    if let body {
      writer.object("postData") {
        $0.member("mimeType", redactor.mask(text: request.headers["Content-Type"] ?? ""))
        body.write(encoding: "_encoding", to: &$0)
      }
    }
    writer.member("headersSize", -1)
    writer.member("bodySize", body?.bytes.count ?? 0)
  }

  /// True for a body of which only the beginning is here.
  private func isCut(_ count: Int) -> Bool {
    bodyBytes != nil && count >= RequestLog.bodyBytesMax
  }

  // MARK: Response

  private var version: String {
    let version = response?.version ?? ""
    return version.isEmpty ? "HTTP/1.1" : version
  }

  private func writeResponse(to writer: inout JSONWriter) {
    let headers = response?.headers ?? HTTPHeaders()
    writer.member("status", response?.status.code ?? 0)
    writer.member("statusText", redactor.mask(text: response?.reason ?? ""))
    writer.member("httpVersion", version)
    writer.array("cookies") {
      for line in headers.values("Set-Cookie") { $0.add(cookie: line.prefix { $0 != ";" }) }
    }
    writer.array("headers") {
      for field in headers.fields {
        $0.add(
          field.name,
          redactor.mask(
            header: field.name, value: field.value,
            suppliedByCaller: request.isForToken && redactor.isCredential(header: field.name)))
      }
    }
    let body = response.map {
      MaskedBody($0.body, of: $0, to: request, redactor).shown(isCut: isCut(bodyBytes ?? 0))
    }
    writer.object("content") {
      $0.member("size", bodyBytes ?? body?.bytes.count ?? 0)
      $0.member(
        "mimeType",
        body == nil ? "x-unknown" : redactor.mask(text: headers["Content-Type"] ?? ""))
      body?.write(encoding: "encoding", to: &$0)
    }
    writer.member("redirectURL", redactor.mask(url: headers["Location"] ?? ""))
    writer.member("headersSize", -1)
    writer.member("bodySize", -1)
    if let end = response?.bodyEnd.recorded { writer.member("_bodyEnd", end) }
    guard case .failure(let failure, _) = outcome else { return }
    writer.object("_error") {
      $0.member("kind", failure.kind)
      $0.member("detail", redactor.mask(text: failure.detail))
      if failure.isTransient { $0.member("isTransient", true) }
    }
  }

  /// In milliseconds; -1 for what did not happen or is not known.
  private func writeTimings(to writer: inout JSONWriter) {
    let timings = response?.timings ?? HTTPTimings(wait: milliseconds)
    let steps: [(StaticString, Double)] = [
      ("blocked", timings.blocked), ("dns", timings.lookup ?? -1),
      ("connect", timings.connect ?? -1), ("ssl", timings.handshake ?? -1), ("send", 0),
      ("wait", timings.wait), ("receive", timings.receive),
    ]
    for (name, milliseconds) in steps { writer.member(name, milliseconds: milliseconds) }
  }
}

extension JSONWriter {
  /// Writes a number without a needless fraction.
  fileprivate mutating func member(_ name: StaticString, milliseconds: Double) {
    key(name)
    if let whole = Int(exactly: milliseconds) { integer(whole) } else { double(milliseconds) }
  }
}
