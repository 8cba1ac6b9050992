import TestInput

/// Random HTTP responses: sound pages, sound refusals, and what no server should send.
struct ResponseText {
  private let bodies = JSONText(
    keys: [
      "items", "next", "links", "id", "total", "pages", "more", "continue", "a", "rel", "href",
    ])

  func response(_ random: inout SeededGenerator, base: String) -> FuzzedAPI.Response {
    var body = body(&random, base: base)
    var headers = headers(&random, base: base)
    let isChunked = random.chance(25)
    if isChunked {
      headers.append("Transfer-Encoding: chunked")
      body = chunked(body, &random)
    } else if random.chance(90) {
      let length = random.chance(85) ? body.count : random.pick([0, 1, body.count + 7, 1 << 40])
      headers.append("Content-Length: \(length)")
    }
    if random.chance(5) { headers.append("Content-Length: \(random.below(50))") }
    if random.chance(5) { headers.insert(random.pick([" a: b", "\ta: b", ":", "a"]), at: 0) }
    headers.shuffle(using: &random)
    let status = random.pick([
      "200 OK", "200 OK", "200 OK", "200 OK", "204 No Content", "206 Partial Content", "301 Moved",
      "302 Found", "304 Not Modified", "400 Bad", "401 No", "403 No", "404 No", "416 No",
      "429 Later",
      "500 Oops", "503 Busy", "999 X", "100 Continue", "103 Early", "2000", "abc",
    ])
    let version =
      random.chance(95) ? "HTTP/1.1" : random.pick(["HTTP/1.0", "HTTP/2", "HTTP/9.9", ""])
    let head = ([version + " " + status] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    var bytes = Array(head.utf8) + body
    if random.chance(10) {
      bytes = Array("HTTP/1.1 103 Early\r\nLink: </x>; rel=preload\r\n\r\n".utf8) + bytes
    }
    if random.chance(10) {
      bytes += Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[\"late\"]\n".utf8)
    }
    let isDamaged = random.chance(25)
    if isDamaged { bytes = random.damaged(bytes, times: 6) }
    if random.chance(10) { bytes = Array(bytes.prefix(random.below(bytes.count + 1))) }
    // A request that waits for the rest of a response would wait until its timeout.
    return FuzzedAPI.Response(bytes: bytes, closes: isDamaged || !isChunked || random.chance(70))
  }

  private func headers(_ random: inout SeededGenerator, base: String) -> [String] {
    var headers = [
      "Content-Type: \(random.pick(["application/json", "text/html", "application/json; charset=x", ""]))"
    ]
    let link = link(&random, base: base)
    for _ in 0..<random.below(4) {
      headers.append(
        random.pick([
          "Link: <\(link)>; rel=\"next\"", "Location: \(link)", "X-Next: \(link)", "X-Next: 2",
          "Content-Range: items 0-1/\(random.pick(["2", "*", "99999999999999999999", "-1", "x"]))",
          "Retry-After: \(random.pick(["0", "1", "-1", "99999999999", "Mon, 1 Jan 2035 00:00:00 GMT", "x"]))",
          "X-RateLimit-Remaining: 0",
          "X-RateLimit-Reset: \(random.pick(["0", "99999999999999", "x"]))",
          "ETag: \"x\"", "Set-Cookie: a=b",
          "Content-Encoding: \(random.pick(["gzip", "br", "x", "identity"]))",
          "WWW-Authenticate: Bearer realm=\"x\"", "Connection: close", "Next-Range: items=2-3",
          "X-\(String(repeating: "y", count: random.below(3_000))): z", "Trailer: a",
        ]))
    }
    return headers
  }

  /// Where a response says that the next page is.
  private func link(_ random: inout SeededGenerator, base: String) -> String {
    random.pick([
      base + "/b?page=2", "/b?page=3", "?page=4", "", "//evil.example/", "https://evil.example/",
      "http://127.0.0.1:1/", "file:///etc/passwd", "http://[", "?a=\u{0}", "javascript:1", "/../..",
      String(repeating: "/a", count: 3_000), "http://user:pw@127.0.0.1/", "2",
    ])
  }

  private func body(_ random: inout SeededGenerator, base: String) -> [UInt8] {
    switch random.below(10) {
    case 0: return []
    case 1: return Array("<html>".utf8)
    case 2:
      return Array(
        random.pick(["null", "7", "\"\"", "[]", "{}", "[1,", "[[[[", "{\"items\":}"]).utf8)
    case 3: return Array((String(repeating: "[", count: 700)).utf8)
    case 4: return (0..<random.below(300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 5, 6: return Array(bodies.value(&random, depth: 5).utf8)
    default:
      let items = random.join(4, ",") { random in #"{"id":\#(random.below(9))}"# }
      let next = random.chance(40) ? "null" : "\"\(link(&random, base: base))\""
      let total = random.pick(["3", "0", "-1", "1e400", "\"5\"", "99999999999999999999", "null"])
      return Array(
        #"{"items":[\#(items)],"next":\#(next),"more":\#(random.chance(50)),"total":\#(total)}"#
          .utf8)
    }
  }

  private func chunked(_ body: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var chunks: [UInt8] = []
    var rest = body[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(1 + random.below(64))
      rest = rest.dropFirst(chunk.count)
      chunks += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
    }
    chunks += Array(
      random.pick(["0\r\n\r\n", "0\r\na: b\r\n\r\n", "0;x=y\r\n\r\n", "zz\r\n\r\n", ""]).utf8)
    return chunks
  }
}
