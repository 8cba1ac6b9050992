import JSON
import SampleAPI
import Sessions
import System
import TestInput

/// Resume files of the built executable: a walk that is broken off again and again gives the same
/// output as one that is not; a damaged file is refused and touches nothing; a forged one ends the
/// process with a status that is documented.
struct ResumeFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private let api: SampleServer
  private let folder: String
  private var whole: [String: [UInt8]] = [:]
  /// What a process needs at most for sound files.
  private var beganBytes = 0

  private static let formats = ["ndjson", "json", "csv"]
  private static let statuses: Set<Int32> = [0, 1, 2, 3, 4, 5]
  private static let bytesMax = 1 << 24

  init() throws(FuzzFailure) {
    var options = SampleOptions()
    options.itemCount = 60
    do throws(SystemError) {
      api = try SampleServer(options)
    } catch {
      throw FuzzFailure("no API: \(error.reason)")
    }
    folder = try FuzzedFile.makeFolder()
    for format in Self.formats {
      _ = try fetch(format, [])
      whole[format] = contents("out")
      clean()
    }
    beganBytes = MemoryJudge.endedBytes ?? 0
  }

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    defer { clean() }
    try walk(&random)
    // The files have a few kilobytes.
    let bytes = MemoryJudge.endedBytes ?? 0
    try expect(bytes <= beganBytes + MemoryJudge.bytesMin, "\(bytes >> 20) MiB of memory")
  }

  /// A walk in parts, with a look at damaged and forged files between them.
  private mutating func walk(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let format = random.pick(Self.formats)
    var pages = 0
    while true {
      pages += 1 + random.below(3)
      let status = try fetch(format, ["--max-pages", "\(pages)", "--resume", "\(folder)/again"])
      findings.note("runs")
      if status == 0 { break }
      try expect(status == 3, "\(format) ends with status \(status) at page \(pages)")
      if random.chance(25) { try damage(format, &random) }
      if random.chance(15) { return try forge(format, &random) }
    }
    try expect(contents("out") == whole[format], "\(format) in parts is not \(format) at once")
  }

  mutating func finish() throws(FuzzFailure) { api.stop() }

  /// A damaged resume file touches nothing; the sound one is put back.
  private mutating func damage(
    _ format: String, _ random: inout SeededGenerator
  ) throws(FuzzFailure) {
    guard let sound = contents("again") else { throw FuzzFailure("there is no resume file") }
    let output = contents("out")
    let damaged = random.damaged(sound)
    // The line may end or not.
    if damaged == sound || damaged + [0x0A] == sound || damaged == sound + [0x0A] { return }
    try write("again", damaged)
    let status = try fetch(format, ["--resume", "\(folder)/again"])
    let text = String(decoding: damaged, as: UTF8.self)
    try expect(status == 1, "status \(status) for the damaged \(text)")
    try expect(
      contents("out") == output && contents("again") == damaged, "files are changed by \(text)")
    findings.note("damaged files")
    try write("again", sound)
  }

  /// A resume file that nobody has written, with a digest that fits.
  private mutating func forge(
    _ format: String, _ random: inout SeededGenerator
  ) throws(FuzzFailure) {
    guard var line = contents("again").map({ String(decoding: $0, as: UTF8.self) }) else {
      throw FuzzFailure("there is no resume file")
    }
    if line.hasSuffix("\n") { line.removeLast() }
    guard let body = CheckpointSeal.open(line), let document = try? JSONDocument(Array(body.utf8)),
      var object = document.value(document.root).objectValue
    else { throw FuzzFailure("no sound resume file: \(line)") }
    for _ in 0...random.below(3) {
      let name = random.pick(object.members.map(\.key))
      object[name] = random.pick([
        .null, .integer(.max), .integer(-1), .integer(0), .integer(7), .integer(1 << 53), "x", "",
        [],
        ["a"], .boolean(true), [:], [1],
      ])
      if name == "checkpoint", random.chance(80), let sound = checkpoint(document) {
        object[name] = .string(CheckpointText().forged(sound, &random, base: api.url))
      }
    }
    let forged = CheckpointSeal.seal(JSONValue.object(object).text)
    try write("again", Array(forged.utf8))
    let status = try fetch(format, ["--resume", "\(folder)/again", "--max-pages", "9"])
    findings.note("forged files")
    try expect(Self.statuses.contains(status), "status \(status) for the forged \(forged)")
  }

  private func checkpoint(_ document: JSONDocument) -> String? {
    document.member("checkpoint", of: document.root).flatMap(document.string)
  }

  private func fetch(_ format: String, _ more: [String]) throws(FuzzFailure) -> Int32 {
    let process: ChildProcess
    do throws(SystemError) {
      process = try ChildProcess(
        [
          "/bin/sh", "-c", "exec \"$@\" 2>/dev/null", "sh", FuzzedServer.executable, "fetch",
          "\(api.url)/page?page=:currentPage&per_page=:perPage", "--per-page", "10",
          "--items", "articles", "--quiet", "--format", format, "--output", "\(folder)/out",
        ] + more, output: .nowhere)
    } catch {
      throw FuzzFailure("\(FuzzedServer.executable) cannot be started: \(error.reason)")
    }
    process.closeInput()
    return process.wait()
  }

  private func clean() {
    for name in ["out", "again"] { File.remove("\(folder)/\(name)") }
  }

  private func contents(_ name: String) -> [UInt8]? {
    (try? File.contents(of: "\(folder)/\(name)", bytesMax: Self.bytesMax)) ?? nil
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws(FuzzFailure) {
    try FuzzedFile.write("\(folder)/\(name)", bytes)
  }
}
