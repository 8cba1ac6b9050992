import Foundation
import Testing

/// The project's folder and what has been built from it.
enum Built {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The executable that was built beside these tests, or the one that `PAGINATOR` names.
  static let paginator: String = {
    if let path = ProcessInfo.processInfo.environment["PAGINATOR"] { return path }
    return beside("paginator")
  }()

  /// The sample API of the tests as a program.
  static let sampleAPI = beside("sample-api")

  /// A program that was built beside these tests.
  static func beside(_ name: String) -> String {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    let place = bundle.map { URL(filePath: $0) } ?? URL(filePath: "/proc/self/exe")
    return place.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name).path
  }

  /// The path of a program, which may be given; nil where the machine has none.
  static func program(_ name: String) -> String? {
    if name.contains("/") {
      return FileManager.default.isExecutableFile(atPath: name) ? name : nil
    }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
