import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// The conversations of protocol/transcripts, held with the built executable in both framings.
///
/// A line `--> ` is sent, a line `<-- ` is the next message that comes back; `#` begins a comment.
/// `{api}` stands for the sample API's address, `{folder}` for a new folder; what differs from run
/// to run is zero (durations, dates, and fingerprints, as they are of the address), and
/// the names of the profiles are left out. With PAGINATOR_REWRITE=1 in the environment, what comes
/// back is written into the files instead: review reads the difference.
struct TranscriptTests {
  static let folder = Built.root.appending(path: "protocol/transcripts")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".jsonl") && CaseFile.runs($0) }.sorted()
  }()

  @Test(.enabled(if: CaseFile.runsAll)) func thereAreTranscripts() {
    #expect(TranscriptTests.names.count >= 8)
  }

  @Test(arguments: names, ServerProcess.Framing.allCases)
  func theServerAnswersAsWritten(name: String, framing: ServerProcess.Framing) throws {
    let api = try SampleServer(SampleOptions())
    defer { api.stop() }
    let folder = FileManager.default.temporaryDirectory.appending(path: "transcript-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = TranscriptTests.folder.appending(path: name)
    let isRewriting = ProcessInfo.processInfo.environment["PAGINATOR_REWRITE"] == "1"
    let server = try ServerProcess(framing)
    var lines: [String] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("--> ") {
        try server.send(
          line.dropFirst(4).replacingOccurrences(of: "{api}", with: api.url)
            .replacingOccurrences(of: "{folder}", with: folder.path))
        lines.append(String(line))
      } else if line.hasPrefix("<-- ") {
        let answer =
          "<-- "
          + normalized(try server.receive(), api.url)
          .replacingOccurrences(of: folder.path, with: "{folder}")
        if !isRewriting { #expect(answer == line, "\(name), line \(lines.count + 1)") }
        lines.append(answer)
      } else {
        lines.append(String(line))
      }
    }
    #expect(server.finish() == expectedStatus(lines))
    if isRewriting, framing == .headers {
      try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// 0, unless `exit` came without `shutdown`.
  private func expectedStatus(_ lines: [String]) -> Int32 {
    let sent = lines.filter { $0.hasPrefix("--> ") }
    let isAborted =
      sent.contains { $0.contains("\"exit\"") }
      && !sent.contains { $0.contains("\"shutdown\"") }
    return isAborted ? 1 : 0
  }

  private func normalized(_ message: String, _ api: String) -> String {
    message.replacingOccurrences(of: api, with: "{api}")
      .replacing(#/"profiles":\["[^\]]*\]/#, with: "\"profiles\":[]")
      .replacingOccurrences(of: api.dropFirst("http://".count), with: "{host}")
      .replacing(#/"durationMs":[0-9.e-]+/#, with: "\"durationMs\":0")
      .replacing(#/"(time|blocked|dns|connect|wait|receive)":[0-9.e-]+/#) { "\"\($0.1)\":0" }
      .replacing(#/"startedDateTime":"[^"]+/#, with: "\"startedDateTime\":\"0")
      .replacing(#/"name":"(Date|ETag)","value":"(\\.|[^"\\])+/#) {
        "\"name\":\"\($0.1)\",\"value\":\"0"
      }
      .replacing(#/\\"request\\":\\"[0-9a-f]+/#, with: "\\\"request\\\":\\\"0")
      .replacing(#/\\"sum\\":\\"[0-9a-f]+/#, with: "\\\"sum\\\":\\\"0")
  }
}
