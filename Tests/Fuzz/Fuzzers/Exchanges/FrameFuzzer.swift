import JSON
import RPC
import Synchronization
import System
import TestInput

/// The transport alone, over two pipes: whole messages between garbage are answered exactly once,
/// in either framing, and the end of the input ends it.
struct FrameFuzzer: FuzzRunner {
  private(set) var findings = Findings()

  init() throws(FuzzFailure) {}

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let framing: RPCFraming = random.chance(50) ? .headers : .lines
    var stream: [UInt8] = []
    var asked = 0
    let isSound = random.chance(50)
    for _ in 0..<random.below(6) {
      asked += 1
      var text = #"{"jsonrpc":"2.0","id":\#(asked),"method":"m","params":[]}"#
      if random.chance(10) { text = "[\(text)]" }
      var message = Array(text.utf8)
      if framing == .headers {
        let more = random.pick(["", "Content-Type: x; charset=utf-8\r\n", "x: y\r\n"])
        message = Array("\(more)Content-Length: \(message.count)\r\n\r\n".utf8) + message
      } else {
        message.append(UInt8(ascii: "\n"))
      }
      stream += isSound ? message : random.damaged(message, times: 2)
    }
    let output = try answers(to: stream, framing)
    var answered: [Int] = []
    for text in Self.messages(output, framing) {
      guard let document = try? JSONDocument(text) else {
        throw FuzzFailure("no JSON: \(String(decoding: output, as: UTF8.self).debugDescription)")
      }
      let all = document.elements(of: document.root)
      for message in all.isEmpty ? [document.root] : all {
        let id = document.member("id", of: message).flatMap(document.integer)
        if let id, document.member("result", of: message) != nil { answered.append(id) }
      }
    }
    findings.note(isSound ? "sound streams" : "damaged streams")
    let input = String(decoding: stream, as: UTF8.self).debugDescription
    if isSound {
      try expect(
        answered.sorted() == Array(1...max(1, asked)).prefix(asked).map { $0 },
        "\(answered) are answered of \(input)")
    }
  }

  /// What the transport writes for a whole input.
  private func answers(to stream: [UInt8], _ framing: RPCFraming) throws(FuzzFailure) -> [UInt8] {
    do throws(SystemError) {
      let input = try Descriptor.pipe()
      let output = try Descriptor.pipe()
      // Less than a pipe holds.
      try Descriptor.writeAll(input.writing, stream[...])
      Descriptor.close(input.writing)
      var limits = RPCLimits()
      limits.messageBytesMax = 4_096
      let connection = RPCConnection(
        input: input.reading, output: output.writing, framing: framing, limits: limits,
        terminate: { _ in })
      _ = connection.run(EchoHandler())
      Descriptor.close(input.reading)
      Descriptor.close(output.writing)
      var written: [UInt8] = []
      while let chunk = try Descriptor.chunk(output.reading) { written += chunk }
      Descriptor.close(output.reading)
      return written
    } catch {
      throw FuzzFailure("\(error.call): \(error.reason)")
    }
  }

  private static func messages(_ bytes: [UInt8], _ framing: RPCFraming) -> [[UInt8]] {
    if framing == .lines { return bytes.split(separator: UInt8(ascii: "\n")).map(Array.init) }
    var messages: [[UInt8]] = []
    var rest = bytes[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")),
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    {
      let digits = rest[colon..<end].filter { $0 >= 0x30 && $0 <= 0x39 }
      let length = Int(String(decoding: digits, as: UTF8.self)) ?? 0
      rest = rest[(end + 3)...]
      messages.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return messages
  }
}

/// Answers every request with null.
private final class EchoHandler: RPCHandler {
  func handle(_ request: RPCRequest, _ reply: RPCReply) { reply.succeed(Array("null".utf8)) }

  func handle(_ notification: RPCRequest) {}
}
