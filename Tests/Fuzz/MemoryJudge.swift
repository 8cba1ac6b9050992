import JSON
import System

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Says whether input costs more memory than its size allows: N bytes may cost 64 times N and 64 MB.
///
/// It goes by the greatest resident size of a process, as Linux counts it; elsewhere, and under a
/// sanitizer, which needs memory of its own, nothing is judged.
struct MemoryJudge {
  static let bytesPerByte = 64
  static let bytesMin = 64 << 20

  /// How many runs are judged at once: looking takes longer than many a run.
  private static let runsAtOnce = 16

  private let statusPath: String
  private let beganBytes: Int?
  private var runs = 0
  private var inputBytes = 0
  private var greatest = 0

  /// Judges the process of that id, which has done its preparations; nil: this one.
  init(process: Int32?) {
    statusPath = "/proc/\(process.map(String.init) ?? "self")/status"
    beganBytes = MemoryJudge.isSanitized ? nil : MemoryJudge.peak(statusPath)
  }

  /// Whether this process has a sanitizer within it, which reserves terabytes of addresses. Its
  /// symbols do not tell, as those of what is linked statically are hidden.
  private static var isSanitized: Bool {
    (bytes("VmSize:", "/proc/self/status") ?? 0) > 1 << 40
  }

  /// How much the largest process needed that was started and has ended; nil where nothing is judged.
  static var endedBytes: Int? {
    #if os(Linux)
    if isSanitized { return nil }
    var usage = rusage()
    return getrusage(-1, &usage) == 0 ? usage.ru_maxrss << 10 : nil
    #else
    return nil
    #endif
  }

  /// Notes a run and what it was fed, and now and then looks what that took.
  mutating func note(inputBytes bytes: Int) throws(FuzzFailure) {
    runs += 1
    inputBytes = max(inputBytes, bytes)
    if bytes >= MemoryJudge.bytesMin / MemoryJudge.bytesPerByte || runs % Self.runsAtOnce == 0 {
      try judge()
    }
  }

  /// Looks at once; every run is judged by the largest of those since the last look.
  mutating func judge() throws(FuzzFailure) {
    defer { inputBytes = 0 }
    guard let beganBytes, let peak = MemoryJudge.peak(statusPath) else { return }
    greatest = max(greatest, peak - beganBytes)
    let most = beganBytes + MemoryJudge.bytesMin + MemoryJudge.bytesPerByte * inputBytes
    if peak > most {
      throw FuzzFailure(
        "\(peak >> 20) MiB of memory, \(beganBytes >> 20) MiB of them before, for at most "
          + "\(inputBytes) bytes of input, in one of the last \(Self.runsAtOnce) runs")
    }
    // What a large input took hides nothing of the smaller ones after it.
    if peak > beganBytes + MemoryJudge.bytesMin / 2 { MemoryJudge.forgetPeak(statusPath) }
  }

  /// How much was needed at most, besides what was there before; "" where nothing is judged.
  var words: String {
    beganBytes == nil ? "" : ", \(greatest >> 20) MiB of memory"
  }

  private static func peak(_ path: String) -> Int? { bytes("VmHWM:", path) }

  private static func bytes(_ field: String, _ path: String) -> Int? {
    guard let descriptor = try? File.open(path, for: .reading) else { return nil }
    defer { Descriptor.close(descriptor) }
    guard let status = try? Descriptor.chunk(descriptor) else { return nil }
    for line in status.split(separator: UInt8(ascii: "\n"))
    where line.starts(with: Array(field.utf8)) {
      let digits = line.filter { (0x30...0x39).contains($0) }
      return Int(String(decoding: digits, as: UTF8.self)).map { $0 << 10 }
    }
    return nil
  }

  private static func forgetPeak(_ path: String) {
    let place = path.replacing("/status", with: "/clear_refs")
    guard let descriptor = try? File.open(place, for: .writing) else { return }
    defer { Descriptor.close(descriptor) }
    try? Descriptor.writeAll(descriptor, Array("5".utf8)[...])
  }
}
