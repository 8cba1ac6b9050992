import System
import Text

/// Lines about what happens, on a file descriptor; secrets are masked before they come here.
///
///     2026-11-21T09:30:00Z info paginator/loadNextPage p1 12.3 ms
package struct Log: Sendable {
  /// The amount that is logged; a level includes those before it.
  package enum Level: String, Sendable, CaseIterable {
    case off, error, warning, info, debug

    fileprivate var rank: Int { Level.allCases.firstIndex(of: self) ?? 0 }
  }

  package let level: Level
  private let descriptor: Int32
  /// One line is at most so long.
  package static let lineBytesMax = 4_096

  package init(level: Level, descriptor: Int32) {
    self.level = level
    self.descriptor = descriptor
  }

  /// Writes one line in one call, so that lines of several threads do not mix.
  package func write(_ level: Level, _ text: @autoclosure () -> String) {
    guard level.rank <= self.level.rank, level != .off else { return }
    let text = ShownText.cut(text(), to: Log.lineBytesMax)
    let line = "\(SystemClock.timestamp) \(level.rawValue) \(ShownText.harmless(text))"
    var bytes = Array(line.utf8.prefix(Log.lineBytesMax - 1)).map { $0 < 0x20 ? 0x20 : $0 }
    bytes.append(UInt8(ascii: "\n"))
    _ = Descriptor.write(descriptor, bytes)
  }
}
