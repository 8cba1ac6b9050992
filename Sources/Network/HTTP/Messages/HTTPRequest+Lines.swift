import Text

extension HTTPRequest {
  /// True when a body is announced, even an empty one.
  var sendsBody: Bool {
    body != nil || method.expectsBody
  }

  /// The header lines in the form that libcurl takes: `Name: value`, `Name;` for an empty value,
  /// `Name:` to keep libcurl from adding a header of its own.
  ///
  /// Throws `invalidRequest` where the method or a header would break the request apart.
  /// `Content-Length` and `Transfer-Encoding` are omitted: libcurl knows them better.
  func headerLines(userAgent: String) throws(HTTPError) -> [String] {
    guard method.name.isToken else { throw .invalidRequest(detail: "method") }
    var lines: [String] = []
    lines.reserveCapacity(headers.fields.count + 4)
    for field in headers.fields {
      guard field.name.isToken else { throw .invalidRequest(detail: "header name") }
      guard field.value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else {
        throw .invalidRequest(detail: "header \(field.name)")
      }
      if field.isNamed("Content-Length") || field.isNamed("Transfer-Encoding") { continue }
      let isEmpty = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      lines.append(isEmpty ? field.name + ";" : field.name + ": " + field.value)
    }
    for field in missingFields(userAgent: userAgent) {
      lines.append(field.name + ": " + field.value)
    }
    if sendsBody {
      if headers["Content-Type"] == nil { lines.append("Content-Type:") }
      if headers["Expect"] == nil { lines.append("Expect:") }
    }
    return lines
  }

  /// The header fields as they are sent; libcurl adds the length of a body and what codings it
  /// can undo.
  package func sentFields(userAgent: String) -> [HTTPField] {
    let host = headers["Host"] == nil ? [HTTPField(name: "Host", value: url.hostAndPort)] : []
    return host + headers.fields + missingFields(userAgent: userAgent)
  }

  /// JSON first. Servers that send only a type of their own, such as `application/vnd.api+json`,
  /// respond with 406 if nothing else is accepted.
  private static let accepted = "application/json, */*;q=0.5"

  private func missingFields(userAgent: String) -> [HTTPField] {
    var missing: [HTTPField] = []
    if headers["Accept"] == nil {
      missing.append(HTTPField(name: "Accept", value: HTTPRequest.accepted))
    }
    if headers["User-Agent"] == nil {
      missing.append(HTTPField(name: "User-Agent", value: userAgent))
    }
    return missing
  }
}
