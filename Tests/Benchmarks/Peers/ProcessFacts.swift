#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What the system tells of a running process, from /proc; not a number where there is none.
///
/// Not from `getrusage`: the peak of a child begins there with what its parent had.
enum ProcessFacts {
  /// Memory that it holds now.
  static func residentBytes(_ pid: pid_t) -> Double { number(pid, "VmRSS:") * 1_024 }

  /// The most memory that it has held.
  static func peakBytes(_ pid: pid_t) -> Double { number(pid, "VmHWM:") * 1_024 }

  /// Time that its threads, those that have ended left out, have computed.
  static func processorSeconds(_ pid: pid_t) -> Double {
    guard let folder = opendir("/proc/\(pid)/task") else { return .nan }
    defer { closedir(folder) }
    var nanoseconds = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard Int(name) != nil, let text = text("/proc/\(pid)/task/\(name)/schedstat") else {
        continue
      }
      nanoseconds += text.split(separator: " ").first.flatMap { Int($0) } ?? 0
    }
    return Double(nanoseconds) * 1e-9
  }

  /// How many threads it has.
  static func threads(_ pid: pid_t) -> Double { number(pid, "Threads:") }

  /// How many descriptors it has open.
  static func descriptors(_ pid: pid_t) -> Double {
    guard let folder = opendir("/proc/\(pid)/fd") else { return .nan }
    defer { closedir(folder) }
    var count = -2.0  // "." and ".."
    while readdir(folder) != nil { count += 1 }
    return count
  }

  private static func number(_ pid: pid_t, _ name: String) -> Double {
    guard let text = text("/proc/\(pid)/status") else { return .nan }
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    let words = line?.dropFirst(name.count).split { $0 == " " || $0 == "\t" }
    return words?.first.flatMap { Double($0) } ?? .nan
  }

  fileprivate static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return FileBytes.chunk(from: descriptor).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// What the machine is.
struct MachineFacts {
  let system: String
  let processorCount: Int
  /// Today: `2026-11-22`.
  let date: String
  /// The mean number of busy threads in the last minute.
  let load: String

  static var current: MachineFacts {
    var name = utsname()
    uname(&name)
    let words = withUnsafeBytes(of: name.sysname) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let machine = withUnsafeBytes(of: name.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    var load = 0.0
    getloadavg(&load, 1)
    var seconds = time(nil)
    var calendar = tm()
    gmtime_r(&seconds, &calendar)
    let today = [Int(calendar.tm_year) + 1_900, Int(calendar.tm_mon) + 1, Int(calendar.tm_mday)]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    return MachineFacts(
      system: "\(words) \(machine)", processorCount: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
      date: today, load: Samples.decimal(load, 1))
  }
}
