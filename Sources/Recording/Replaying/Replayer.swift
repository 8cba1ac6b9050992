package import HTTP

/// The end of the chain of clients that answers from a recording, without a network.
package final class Replayer: HTTPClient {
  package init(path: String) throws(RecordingError) {
    throw .unreadable(path: path, reason: "replaying is not there yet")
  }

  package func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    preconditionFailure("no replayer can be made")
  }
}
