import Foundation
import JSON
import Synchronization
import System
import TestSupport
import Testing

@testable import RPC

/// A client in the same process: a connection that runs on a thread of its own, and the other
/// ends of its two pipes.
final class Peer: Sendable {
  /// Longest wait for anything; a test that comes here has failed.
  static let secondsMax = 120

  let connection: RPCConnection
  private let framing: RPCFraming
  private let input: Int32
  private let output: Int32
  private let serverEnds: [Int32]
  private let received = Mutex([UInt8]())
  private let ended = Guarded<Int32?>(nil)
  private let terminations = Guarded<[Int32]>([])
  private let openEnds: Mutex<Set<Int32>>

  /// A client whose server answers with the handler; `before` gets the connection before it runs.
  init(
    _ handler: any RPCHandler, framing: RPCFraming = .headers, forced: RPCFraming? = nil,
    limits: RPCLimits = RPCLimits(), before: (RPCConnection) -> Void = { _ in }
  ) {
    Signals.ignoreBrokenPipes()
    let toServer = Self.makePipe()
    let fromServer = Self.makePipe()
    self.framing = framing
    input = toServer.writing
    output = fromServer.reading
    serverEnds = [toServer.reading, fromServer.writing]
    openEnds = Mutex(Set([input, output] + serverEnds))
    connection = RPCConnection(
      input: toServer.reading, output: fromServer.writing, framing: forced, limits: limits
    ) { [terminations] code in
      terminations.withLock { $0.append(code) }
      terminations.notify()
    }
    before(connection)
    let connection = connection
    let ended = ended
    _ = try? System.Thread {
      let code = connection.run(handler)
      ended.withLock { $0 = code }
      ended.notify()
    }
  }

  deinit {
    for end in openEnds.withLock({ $0 }) {
      // The connection's own ends may be in use for as long as it has not returned.
      if hasEnded || !serverEnds.contains(end) { close(end) }
    }
  }

  // -- out

  /// Sends bytes as they are, from the calling thread.
  func send(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      guard case .written(let count) = Descriptor.write(input, Array(rest.prefix(65536))) else {
        return
      }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) {
    send(text.utf8)
  }

  /// Sends messages in their frames.
  func say(_ messages: String...) {
    send(messages.map(frame).joined())
  }

  func frame(_ text: String) -> String {
    framing == .lines ? text + "\n" : framed(text)
  }

  func closeInput() {
    closeEnd(input)
  }

  func closeOutput() {
    closeEnd(output)
  }

  private func closeEnd(_ end: Int32) {
    if openEnds.withLock({ $0.remove(end) }) != nil { close(end) }
  }

  // -- in

  /// The text of the next message; nil at the end of output, or when none comes for too long.
  func receive() -> String? {
    while true {
      if let text = received.withLock({ takeFrame(&$0) }) { return text }
      var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(Self.secondsMax * 1000)) == 1 else {
        Issue.record("no message for \(Self.secondsMax) seconds")
        return nil
      }
      guard let chunk = (try? Descriptor.chunk(output)) ?? nil else {
        let rest = received.withLock { $0 }
        #expect(rest.isEmpty, "half a message: \(String(decoding: rest, as: UTF8.self))")
        return nil
      }
      received.withLock { $0 += chunk }
    }
  }

  /// The next messages.
  func receive(_ count: Int) -> [String] {
    var texts: [String] = []
    while texts.count < count, let text = receive() { texts.append(text) }
    return texts
  }

  /// All messages until the end of output, which comes with the end of the run.
  func receiveAll() -> [String] {
    var texts: [String] = []
    while let text = receive() { texts.append(text) }
    return texts
  }

  /// Closes the input; the exit code and all messages that were not received before.
  func end() -> (code: Int32?, messages: [String]) {
    closeInput()
    let messages = Guarded<[String]?>(nil)
    _ = try? System.Thread {
      let all = self.receiveAll()
      messages.withLock { $0 = all }
      messages.notify()
    }
    let code = exitCode()
    closeEnd(serverEnds[1])
    let all = messages.wait(until: SystemClock.monotonicSeconds + Double(Self.secondsMax)) { $0 }
    return (code, all ?? [])
  }

  /// What `run` returned.
  func exitCode() -> Int32? {
    ended.wait(until: SystemClock.monotonicSeconds + Double(Self.secondsMax)) { $0 }
  }

  /// Whether `run` has returned.
  var hasEnded: Bool {
    ended.withLock { $0 } != nil
  }

  /// The code that the process would have ended with.
  func termination() -> Int32? {
    terminations.wait(until: SystemClock.monotonicSeconds + Double(Self.secondsMax)) { $0.first }
  }

  /// Cuts a frame from the start of the bytes, strictly.
  private func takeFrame(_ bytes: inout [UInt8]) -> String? {
    if framing == .lines {
      guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
      let line = String(decoding: bytes[..<end], as: UTF8.self)
      bytes.removeFirst(end + 1)
      return line
    }
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let header = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    guard header.hasPrefix("Content-Length: "), let length = Int(header.dropFirst(16)) else {
      Issue.record("no header: \(header.prefix(200))")
      return nil
    }
    guard bytes.count >= end.upperBound + length else { return nil }
    let body = String(decoding: bytes[end.upperBound..<(end.upperBound + length)], as: UTF8.self)
    bytes.removeFirst(end.upperBound + length)
    return body
  }

  static func makePipe() -> (reading: Int32, writing: Int32) {
    guard let pipe = try? Descriptor.pipe() else { fatalError("no pipe") }
    return pipe
  }
}

/// A handler of closures.
final class Scripted: RPCHandler {
  typealias Answer = @Sendable (RPCRequest, RPCReply) -> Void

  private let answer: Answer
  private let notice: @Sendable (RPCRequest) -> Void

  init(
    _ answer: @escaping Answer = Scripted.byName,
    notice: @escaping @Sendable (RPCRequest) -> Void = { _ in }
  ) {
    self.answer = answer
    self.notice = notice
  }

  func handle(_ request: RPCRequest, _ reply: RPCReply) {
    answer(request, reply)
  }

  func handle(_ notification: RPCRequest) {
    notice(notification)
  }

  /// `a` answers `[]`, `echo` its params; nothing else exists.
  static let byName: Answer = { request, reply in
    switch request.method {
    case "a": reply.succeed(Array("[]".utf8))
    case "echo":
      let params = request.params
      reply.succeed(
        params.isAbsent ? Array("null".utf8) : Array(request.document.bytes[params.range]))
    default: reply.fail(.methodNotFound(request.method))
    }
  }
}

/// The replies that a handler has kept, by method or in order.
final class Shelf: Sendable {
  private let replies = Guarded<[RPCReply]>([])

  /// A handler that answers as `byName` does, and keeps the replies of `hold`.
  var handler: Scripted {
    Scripted { request, reply in
      guard request.method == "hold" else { return Scripted.byName(request, reply) }
      self.replies.withLock { $0.append(reply) }
      self.replies.notify()
    }
  }

  /// The oldest reply that was kept, once there is one.
  func take() -> RPCReply? {
    replies.wait(until: SystemClock.monotonicSeconds + Double(Peer.secondsMax)) {
      $0.isEmpty ? nil : $0.removeFirst()
    }
  }
}

/// What an answer says, in a form that can be compared.
struct Answer: Hashable, CustomStringConvertible {
  let id: String
  /// The result's text, or the error's code and kind.
  let outcome: String

  init(_ id: String, _ outcome: String) {
    self.id = id
    self.outcome = outcome
  }

  init(_ document: JSONDocument, _ slice: JSONSlice) {
    let id = document.member("id", of: slice) ?? .absent
    self.id = document.text(id)
    if let result = document.member("result", of: slice) {
      outcome = document.text(result)
    } else {
      let error = document.member("error", of: slice) ?? .absent
      let code = document.member("code", of: error).map(document.text) ?? "no code"
      let data = document.member("data", of: error) ?? .absent
      let kind = document.member("kind", of: data).flatMap(document.string) ?? "no kind"
      outcome = "\(code) \(kind)"
    }
  }

  /// The answers of a case.
  static func expected(_ example: CaseLine) throws -> [Answer] {
    try #require(example.parsed("responses")?.arrayValue).map { answer in
      let parts = answer.arrayValue?.compactMap(\.stringValue) ?? []
      try #require(parts.count == 2, "an answer is an id and an outcome")
      return Answer(parts[0], Frame.filled(parts[1]))
    }
  }

  /// The answers in a message: one, or those of a batch.
  static func all(in text: String) throws -> [Answer] {
    let document = try JSONDocument(Array(text.utf8))
    guard document.root.kind == .array else { return [Answer(document, document.root)] }
    return document.elements(of: document.root).map { Answer(document, $0) }
  }

  var description: String { "\(id): \(outcome)" }
}
