package import HTTP

/// The link of the chain of clients, next to the network, that writes each exchange to a file.
package struct Recorder: HTTPClient {
  private let next: any HTTPClient
  private let tape: Tape

  package init(_ next: any HTTPClient, to tape: Tape) {
    self.next = next
    self.tape = tape
  }

  package func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    next.send(request, completion: completion)
  }
}
