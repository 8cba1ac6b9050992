/// One request as it arrived, for tests that ask what a client really sent.
package struct SampleRequest: Sendable, Equatable {
  /// One header field; the name is spelled as it was sent.
  package struct Header: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  package let method: String
  /// As in the request line, percent-encoding and all.
  package let target: String
  /// In order, duplicates included, credentials too; those past the first
  /// `SampleLimits.loggedBytesMax` bytes of the head are omitted.
  package let headers: [Header]
  /// At most the first `SampleLimits.loggedBytesMax` bytes.
  package let body: [UInt8]
  /// Numbers the connections, from 1 up: equal for requests on one kept-alive connection.
  package let connection: Int

  /// The value of the first header field with this name, in any case; nil when there is none.
  package func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }
}
