import HTTP
import JSON
import System

/// Sends requests through the client (`paginator/fetch`), for paginators opened with
/// `fetching.by: "client"`: a proxy, cookies or a recording of its own.
struct ClientTransport: HTTPClient {
  let host: any SessionHost
  let paginatorID: String
  let scheduler: any Scheduler

  /// The timeout of a request to the client, in the form of a transfer.
  private struct Alarm: HTTPTransfer {
    let scheduled: any Scheduled

    func cancel() { scheduled.cancel() }
  }

  func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion) -> any HTTPTransfer {
    let transfer = PendingTransfer(completion)
    let began = scheduler.monotonicSeconds
    let seconds = Double(request.settings.timeoutMilliseconds) / 1_000
    let alarm = Alarm(
      scheduled: scheduler.schedule(afterSeconds: seconds) {
        transfer.finish(.failure(.timedOut(seconds: seconds)))
      })
    transfer.pass(alarm)
    host.request(.fetch, JSONFragments(json(request))) { [scheduler] result in
      let duration = (scheduler.monotonicSeconds - began) * 1_000
      alarm.cancel()
      transfer.finish(ClientTransport.response(result, request, duration))
    }
    return transfer
  }

  private func json(_ request: HTTPRequest) -> [UInt8] {
    var headers = JSONObject()
    for field in request.headers.fields { headers[field.name] = .string(field.value) }
    let params: JSONValue = [
      "paginatorId": .string(paginatorID),
      "request": [
        "method": .string(request.method.name), "url": .string(request.url.text),
        "headers": .object(headers),
        "body": request.body.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null,
      ],
    ]
    return params.bytes
  }

  private static func response(
    _ result: Result<JSONValue, HostError>, _ request: HTTPRequest, _ duration: Double
  ) -> Result<HTTPResponse, HTTPError> {
    switch result {
    case .failure(let error): return .failure(.networkFailed(detail: error.detail))
    case .success(let reply):
      guard let status = reply["status"]?.integer(in: 100...599) else {
        return .failure(.networkFailed(detail: "the client answered without a status"))
      }
      let text = reply["body"] ?? .null
      guard text == .null || text.stringValue != nil else {
        return .failure(.networkFailed(detail: "the body of the client's response is not a string"))
      }
      let body = Array((text.stringValue ?? "").utf8)
      guard body.count <= request.settings.responseBytesMax else {
        return .failure(.responseTooLarge(maximum: request.settings.responseBytesMax))
      }
      var headers = HTTPHeaders()
      for (name, value) in reply["headers"]?.objectValue?.members ?? [] {
        for text in value.arrayValue ?? [value] {
          if let text = text.stringValue { headers.add(name, text) }
        }
      }
      return .success(
        HTTPResponse(
          status: HTTPStatus(status), headers: headers, body: body, url: request.url.text,
          durationMilliseconds: duration))
    }
  }
}
