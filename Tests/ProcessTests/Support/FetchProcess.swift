import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// A sample API and a folder of its own for one test of `paginator fetch`.
final class FetchKit {
  let api: SampleServer
  private let temporary: TemporaryFolder

  init(items: Int = 250) throws {
    var options = SampleOptions()
    options.itemCount = items
    api = try SampleServer(options)
    temporary = try TemporaryFolder()
  }

  deinit { api.stop() }

  var folder: URL { temporary.url }

  /// Page numbers with counts, items under `articles`.
  func pages(_ query: String = "") -> [String] {
    let open = """
      {"itemsPath": "articles", "perPage": 25, "fetching": {"retries": 3},
       "paginationMapping": {"pagination.total_objects": "objectCount"}}
      """
    return [
      "\(api.url)/page?page=:currentPage&per_page=:perPage\(query.isEmpty ? "" : "&" + query)",
      "--open", file("open.json", open),
    ]
  }

  /// Nothing but the URL: detection finds out the rest.
  func bare(_ query: String) -> [String] { ["\(api.url)/page?\(query)"] }

  /// A token in the body.
  func cursors(_ query: String = "") -> [String] {
    let open = """
      {"itemsPath": "data", "perPage": 25, "pagination":
        {"strategy": "cursor", "next": "next_cursor", "parameter": "cursor", "more": "has_more",
         "perPageParameter": "limit"}}
      """
    return ["\(api.url)/cursor?\(query)", "--open", file("cursor.json", open)]
  }

  /// A Link header.
  func links(_ query: String = "") -> [String] {
    let open = """
      {"itemsPath": "", "perPage": 25,
       "pagination": {"strategy": "link", "perPageParameter": "per_page"}}
      """
    return ["\(api.url)/link?\(query)", "--open", file("link.json", open)]
  }

  /// The path of a new file.
  func file(_ name: String, _ text: String) -> String {
    let path = path(name)
    try? Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The text of a file; nil where there is none.
  func text(_ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  func size(_ name: String) -> Int {
    let facts = try? FileManager.default.attributesOfItem(atPath: path(name))
    return (facts?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// Runs `fetch` in the folder, with what ``Run`` expects.
  @discardableResult
  func fetch(
    _ arguments: [String], environment: [String: String] = [:], input: String = "",
    exits code: Int32? = nil, prints text: String? = nil, errors message: String? = nil,
    says parts: String..., errorLines: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let run = try Run(
      Built.paginator, ["fetch"] + arguments, input: input, environment: environment,
      folder: folder)
    run.expect(code, text, message, parts, errorLines, sourceLocation)
    return run
  }

  /// The ids of the items in a file, one a line.
  func ids(_ name: String) throws -> [Int] { try Run.ids(text(name) ?? "") }
}

/// `paginator fetch` while it runs.
final class FetchProcess {
  private let process = Process()
  private let errors = Pipe()

  /// Nobody reads what it writes to standard output. `isMute`: its pipe for errors is full, so that it
  /// stops where it says something.
  init(_ arguments: [String], in folder: URL, isMute: Bool = false) throws {
    if isMute { errors.fill() }
    // A test that runs in the background would hand on that Ctrl-C is ignored.
    signal(SIGINT, SIG_DFL)
    process.executableURL = URL(filePath: Built.paginator)
    process.arguments = ["fetch"] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    process.killGroup(after: 300)
  }

  var isRunning: Bool { process.isRunning }

  /// Waits until something holds; false where the process ends, or a minute has gone, before.
  func wait(until holds: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 60)
    while process.isRunning, Date.now < deadline {
      if holds() { return true }
      sched_yield()
    }
    return holds()
  }

  #if os(Linux)
  /// Whether the process has a way of its own to end at a signal.
  func catches(_ signal: Int32) -> Bool {
    let signals = fact("SigCgt").flatMap { UInt64($0, radix: 16) } ?? 0
    return signals & (1 << UInt64(signal - 1)) != 0
  }

  /// The most memory that the process has held; 0 once it has ended.
  var peakBytes: Int {
    fact("VmHWM").flatMap { $0.split(separator: " ").first }.flatMap { Int($0) }.map { $0 << 10 }
      ?? 0
  }

  private func fact(_ name: String) -> Substring? {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("\(name):\t") }
    return line?.dropFirst(name.utf8.count + 2)
  }
  #endif

  func send(_ signal: Int32) {
    if process.isRunning { kill(process.processIdentifier, signal) }
  }

  /// Waits for the end: the exit code, or -1 where a signal has ended it.
  func finish() -> (status: Int32, errors: String) {
    let text = try? errors.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : -1
    return (status, String(decoding: text ?? Data(), as: UTF8.self))
  }
}

extension Pipe {
  /// Writes until no more fits.
  fileprivate func fill() {
    let descriptor = fileHandleForWriting.fileDescriptor
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: 4_096)
    while write(descriptor, bytes, bytes.count) > 0 {}
    while write(descriptor, bytes, 1) > 0 {}
    _ = fcntl(descriptor, F_SETFL, flags)
  }
}

/// Reads a table of cells back, as RFC 4180 says.
func readTable(_ text: String, separator: Character) -> [[String]] {
  var rows: [[String]] = []
  var row: [String] = []
  var cell = ""
  var isQuoted = false
  var rest = text[...]
  while let character = rest.popFirst() {
    switch character {
    case "\"" where isQuoted && rest.first == "\"":
      cell.append("\"")
      rest.removeFirst()
    case "\"": isQuoted.toggle()
    case separator where !isQuoted:
      row.append(cell)
      cell = ""
    case "\n" where !isQuoted:
      rows.append(row + [cell])
      row = []
      cell = ""
    default: cell.append(character)
    }
  }
  return rows
}
