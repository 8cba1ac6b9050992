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

    /// nil for what is no exchange, such as a request that was cancelled. `milliseconds`: how long
    /// it took.
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

  private var redactor: Redactor { head.redactor }

  /// The entry, without line feeds, after what separates it from the one before.
  func entry() -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: 12_288 + bodyBytes + bodyBytes / 4)
    writer.bytes += HARWriter.separator
    writer.beginObject()
    writer.member(
      "startedDateTime", HARDate.text(epochSeconds: endedAtEpochSeconds - milliseconds / 1_000))
    writer.key("time")
    writer.add(milliseconds: milliseconds)
    writer.key("request")
    writeRequest(to: &writer)
    writer.key("response")
    switch outcome {
    case .response(let response): write(response, to: &writer)
    case .failure(let failure, _): write(failure, to: &writer)
    }
    writer.key("cache")
    writer.raw("{}")
    writer.key("timings")
    writeTimings(to: &writer)
    writer.member("_attempt", request.attempt)
    writer.endObject()
    return writer.bytes
  }

  private var bodyBytes: Int {
    if case .response(let response) = outcome { response.body.count } else { 0 }
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
    writer.beginObject()
    writer.member("method", request.method.name)
    writer.member("url", url)
    writer.member("httpVersion", version)
    writer.key("cookies")
    writer.raw(head.cookies)
    writer.key("headers")
    writer.raw(head.headers)
    writer.key("queryString")
    writer.beginArray()
    for member in QueryString.parse(query(of: url)) {
      writer.add(redactor.mask(text: member.name), redactor.mask(text: member.value))
    }
    writer.endArray()
    let body = request.body.map { MaskedBody($0, of: request, redactor) }
    if let body {
      writer.key("postData")
      writer.beginObject()
      writer.member("mimeType", redactor.mask(text: request.headers["Content-Type"] ?? ""))
      body.write(encoding: "_encoding", to: &writer)
      writer.endObject()
    }
    writer.member("headersSize", -1)
    writer.member("bodySize", body?.bytes.count ?? 0)
    writer.endObject()
  }

  private func query(of url: String) -> String {
    guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return "" }
    return String(url[url.utf8.index(after: mark)...])
  }

  // MARK: Response

  private var version: String {
    if case .response(let response) = outcome, !response.version.isEmpty {
      response.version
    } else {
      "HTTP/1.1"
    }
  }

  private func write(_ response: HTTPResponse, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("status", response.status.code)
    writer.member("statusText", redactor.mask(text: response.reason))
    writer.member("httpVersion", version)
    writer.key("cookies")
    writer.beginArray()
    for line in response.headers.values("Set-Cookie") {
      writer.add(cookie: line.prefix { $0 != ";" })
    }
    writer.endArray()
    writer.key("headers")
    writer.beginArray()
    for field in response.headers.fields {
      writer.add(
        field.name,
        redactor.mask(
          header: field.name, value: field.value,
          suppliedByCaller: request.isForToken && redactor.isCredential(header: field.name)))
    }
    writer.endArray()
    let body = MaskedBody(response.body, of: response, to: request, redactor)
    writer.key("content")
    writer.beginObject()
    writer.member("size", body.bytes.count)
    writer.member("mimeType", redactor.mask(text: response.headers["Content-Type"] ?? ""))
    body.write(encoding: "encoding", to: &writer)
    writer.endObject()
    writer.member("redirectURL", redactor.mask(url: response.headers["Location"] ?? ""))
    writer.member("headersSize", -1)
    writer.member("bodySize", -1)
    if let end = response.bodyEnd.recorded { writer.member("_bodyEnd", end) }
    writer.endObject()
  }

  private func write(_ failure: RecordedFailure, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("status", 0)
    writer.member("statusText", "")
    writer.member("httpVersion", version)
    writer.key("cookies")
    writer.raw("[]")
    writer.key("headers")
    writer.raw("[]")
    writer.key("content")
    writer.raw(#"{"size":0,"mimeType":"x-unknown"}"#)
    writer.member("redirectURL", "")
    writer.member("headersSize", -1)
    writer.member("bodySize", -1)
    writer.key("_error")
    writer.beginObject()
    writer.member("kind", failure.kind)
    writer.member("detail", redactor.mask(text: failure.detail))
    if failure.isTransient { writer.member("isTransient", true) }
    writer.endObject()
    writer.endObject()
  }

  /// In milliseconds; -1 for what did not happen or is not known.
  private func writeTimings(to writer: inout JSONWriter) {
    let timings =
      if case .response(let response) = outcome, let timings = response.timings {
        timings
      } else {
        HTTPTimings(wait: milliseconds)
      }
    let steps: [(StaticString, Double)] = [
      ("blocked", timings.blocked), ("dns", timings.lookup ?? -1),
      ("connect", timings.connect ?? -1), ("ssl", timings.handshake ?? -1), ("send", 0),
      ("wait", timings.wait), ("receive", timings.receive),
    ]
    writer.beginObject()
    for (name, milliseconds) in steps {
      writer.key(name)
      writer.add(milliseconds: milliseconds)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes a number without a needless fraction.
  fileprivate mutating func add(milliseconds: Double) {
    if let whole = Int(exactly: milliseconds) { integer(whole) } else { double(milliseconds) }
  }
}
