import System

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What the system tells of a running process, from /proc; not a number where there is none.
///
/// Not from `getrusage`: the peak of a child begins there with what its parent had.
enum ProcessFacts {
  /// Files of /proc are short.
  private static let bytesMax = 65_536

  /// Memory that it holds now.
  static func residentBytes(_ pid: Int32) -> Double { number(pid, "VmRSS:") * 1_024 }

  /// The most memory that it has held.
  static func peakBytes(_ pid: Int32) -> Double { number(pid, "VmHWM:") * 1_024 }

  /// What all children that have ended have computed, the kernel's work for them included.
  static var processorSecondsOfChildren: Double {
    var usage = rusage()
    // RUSAGE_CHILDREN, whose type is not the parameter's in Glibc.
    getrusage(-1, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6
    }
  }

  /// How many threads it has.
  static func threads(_ pid: Int32) -> Double { number(pid, "Threads:") }

  /// How many descriptors it has open.
  static func descriptors(_ pid: Int32) -> Double {
    guard let folder = opendir("/proc/\(pid)/fd") else { return .nan }
    defer { closedir(folder) }
    var count = -2.0  // "." and ".."
    while readdir(folder) != nil { count += 1 }
    return count
  }

  private static func number(_ pid: Int32, _ name: String) -> Double {
    guard let text = text("/proc/\(pid)/status") else { return .nan }
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    let words = line?.dropFirst(name.count).split { $0 == " " || $0 == "\t" }
    return words?.first.flatMap { Double($0) } ?? .nan
  }

  private static func text(_ path: String) -> String? {
    (try? File.contents(of: path, bytesMax: bytesMax)).map {
      String(decoding: $0, as: UTF8.self)
    }
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
    return MachineFacts(
      system: "\(words) \(machine)", processorCount: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
      date: String(SystemClock.timestamp.prefix(10)), load: Samples.decimal(load, 1))
  }
}
