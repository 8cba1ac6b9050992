/// Bytes that a server sends.
enum Bodies {
  /// `{"items":[1,2,3]}` as gzip.
  static let items: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 202, 44, 73, 205, 45, 86, 178, 138, 54, 212, 49,
    210, 49, 142, 173, 5, 0, 234, 184, 40, 61, 17, 0, 0, 0,
  ]

  /// 100,000 times "0" as 133 bytes of gzip.
  static let bomb: [UInt8] =
    [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 74, 235, 159, 206]
    + [26, 30, 64, 1] + [UInt8](repeating: 0, count: 96)
    + [175, 6, 133, 194, 77, 197, 160, 134, 1, 0]

  static let bombBytes = 100_000

  /// A complete answer with a gzip body.
  static func gzipped(_ body: [UInt8]) -> [UInt8] {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }
}
