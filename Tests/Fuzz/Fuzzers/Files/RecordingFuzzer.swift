import HTTP
import Recording
import System
import TestInput

/// HAR files: a sound one gives each request the body that it holds, and a damaged one is refused
/// in words or gives what is left of it, never a file outside of its folder.
struct RecordingFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private let path: String
  private let texts = RecordingText()
  private static let base = "http://api.test"
  /// What no recording may show: the beginning of a file that others name.
  private static let foreign = Array("root:".utf8)

  init() throws(FuzzFailure) {
    path = try FuzzedFile.makeFolder() + "/recording.har"
  }

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let isSound = random.chance(40)
    let (sound, bodies) = texts.sound(&random, base: Self.base)
    var bytes = Array(
      (isSound || random.chance(30) ? sound : texts.any(&random, base: Self.base)).utf8)
    if !isSound, random.chance(70) { bytes = random.damaged(bytes, times: 6) }
    if !isSound, random.chance(15) { bytes = Array(bytes.prefix(random.below(bytes.count + 1))) }
    try FuzzedFile.write(path, bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    let contents: Playback
    do throws(RecordingError) {
      contents = try Playback(path: path)
    } catch {
      findings.note("refused")
      return try expect(!isSound, "\(error): \(text)")
    }
    findings.note(isSound ? "sound" : "read")
    let replayer = Replayer(contents)
    for number in contents.numbers {
      guard let exchange = contents.exchange(number), let url = try? HTTPURL.parse(exchange.url)
      else { continue }
      let result = Self.response(of: replayer, to: HTTPRequest(url: url))
      let body = (try? result.get().body) ?? []
      findings.note(body.isEmpty ? "without a body" : "bodies")
      try expect(!body.starts(with: Self.foreign), "shows another file: \(text)")
      if isSound {
        try expect(
          bodies[exchange.url].map { body.elementsEqual($0.utf8) } == true,
          "\(exchange.url) gets \(result) from \(text)")
      }
    }
    try expect(!isSound || contents.numbers.count == bodies.count, text)
  }

  mutating func finish() throws(FuzzFailure) { File.remove(path) }

  private static func response(
    of replayer: Replayer, to request: HTTPRequest
  ) -> Result<HTTPResponse, HTTPError> {
    let outcome = Guarded<Result<HTTPResponse, HTTPError>?>(nil)
    _ = replayer.send(request) { result in
      outcome.withLock { $0 = result }
      outcome.notify()
    }
    return outcome.wait { $0 }
  }
}
