import Foundation
import JSON
import Testing

/// The line on a terminal that tells how far a walk is.
struct FetchProgressTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit() }

  @Test func aTerminalSeesHowFarItIs() throws {
    let terminal = try Terminal(kit.pages("latency=30") + ["--concurrency", "1"], in: kit)
    let (status, text) = terminal.finish()
    #expect(status == 0)
    let line = /\[#+-+\] +[0-9]+%  [0-9]+ of 250 items, [0-9]+ a second, [0-9]+ s to go/
    #expect(text.contains(line))
    #expect(text.hasSuffix("\r\u{1B}[K"))
    #expect(!text.contains("\n"))
  }

  @Test(arguments: [
    ([], 0, "250 items in 10 pages, complete: total reached, proof counts; out.ndjson\r\n"),
    (["--max-items", "30"], 3, "30 items in 2 pages, capped: --max-items reached; out.ndjson\r\n"),
    (["--quiet"], 0, ""),
  ])
  func theLastLineSaysWhatIsInTheFile(more: [String], status: Int32, line: String) throws {
    let terminal = try Terminal(kit.pages() + ["-o", "out.ndjson"] + more, in: kit)
    let (code, text) = terminal.finish()
    #expect(code == status)
    #expect(line.isEmpty ? text.isEmpty : text.hasSuffix("\u{1B}[K" + line), "\(text)")
  }

  @Test func aWaitIsCountedDown() throws {
    let faults = "fault=429@p2&retry_after=60&session=wait"
    let terminal = try Terminal(kit.pages(faults), in: kit)
    #expect(terminal.wait(for: "waiting 60 s: status 429"))
    #expect(terminal.wait(for: "waiting 59 s: status 429"))
    terminal.interrupt()
    let (status, text) = terminal.finish()
    #expect(status == 130 && text.contains("interrupted; "))
  }

  @Test(arguments: [["--quiet"], ["--max-pages", "1", "--quiet"]])
  func quietMeansQuiet(_ more: [String]) throws {
    #expect(try Terminal(kit.pages() + more, in: kit).finish().text.isEmpty)
  }

  @Test func thereIsNoLineBetweenItemsOnTheSameTerminal() throws {
    let terminal = try Terminal(kit.pages("latency=30"), in: kit, seesItems: true)
    let (status, text) = terminal.finish()
    #expect(status == 0 && !text.contains("\u{1B}"))
    #expect(text.split(separator: "\r\n").count == 250)
  }

  @Test func aTableFitsTheTerminal() throws {
    let kit = try FetchKit(items: 60)
    let terminal = try Terminal(kit.pages() + ["-f", "table"], in: kit, seesItems: true)
    let (status, text) = terminal.finish()
    #expect(status == 0)
    let lines = text.split(separator: "\r\n")
    #expect(lines.count == 62)
    #expect(lines[0].hasPrefix("\u{1B}[1mid  title"))
    for line in lines.dropFirst(2) { #expect(line.count <= 100) }
    #expect(lines.last?.hasPrefix("60  ") == true)
  }
}

/// `paginator fetch` with a terminal as standard error, 100 columns wide.
final class Terminal {
  private let process = Process()
  private var mine: Int32 = -1
  private var bytes: [UInt8] = []
  private var text: String { String(decoding: bytes, as: UTF8.self) }

  /// `seesItems`: it is standard output, too.
  init(_ arguments: [String], in kit: FetchKit, seesItems: Bool = false) throws {
    signal(SIGINT, SIG_DFL)
    var other: Int32 = -1
    var size = winsize(ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&mine, &other, nil, nil, &size) == 0)
    _ = fcntl(mine, F_SETFD, FD_CLOEXEC)
    let theirs = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    process.executableURL = URL(filePath: Built.paginator)
    process.arguments = ["fetch"] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TERM": "xterm"]) { _, new in new }
    process.environment?["NO_COLOR"] = nil
    process.currentDirectoryURL = kit.folder
    process.standardError = theirs
    process.standardOutput = seesItems ? theirs : FileHandle.nullDevice
    try process.run()
    try theirs.close()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(mine)
  }

  /// Reads until a text has come; false where the process ends before.
  func wait(for part: String) -> Bool {
    while !text.contains(part) {
      guard read() else { return false }
    }
    return true
  }

  func interrupt() { kill(process.processIdentifier, SIGINT) }

  /// Reads to the end.
  func finish() -> (status: Int32, text: String) {
    while read() {}
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private func read() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = Foundation.read(mine, &chunk, chunk.count)
    if count > 0 { bytes += chunk[..<count] }
    return count > 0
  }
}
