import System

/// A server that only frames: it answers every request with so many bytes, without parsing. Where
/// a measure comes near its, the client is what was measured.
enum EchoServer {
  static let task = "echo"
  private static let outputBytesMax = 1 << 20

  static func run(answerBytes: Int) {
    var reader = FrameReader(0)
    var output: [UInt8] = []
    let end = [UInt8](repeating: 0x78, count: max(0, answerBytes - 50)) + Array("\"}".utf8)
    while reader.next() {
      if let place = reader.offset(of: "\"id\":") {
        let head =
          Array("{\"jsonrpc\":\"2.0\",\"id\":".utf8) + reader.digits(at: place + 5)
          + Array(",\"result\":\"".utf8)
        output += "Content-Length: \(head.count + end.count)\r\n\r\n".utf8
        output += head
        output += end
      }
      if !reader.holdsAnother || output.count >= outputBytesMax {
        guard (try? Descriptor.writeAll(Descriptor.standardOutput, output[...])) != nil else {
          return
        }
        output.removeAll(keepingCapacity: true)
      }
    }
  }
}
