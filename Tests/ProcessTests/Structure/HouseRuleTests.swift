import Foundation
import Testing

/// The rules of the house that a compiler does not check.
struct HouseRuleTests {
  /// A source file with its lines.
  struct File: CustomTestStringConvertible, Sendable {
    let path: String
    let lines: [Substring]

    var testDescription: String { path }
  }

  static let sources = files(under: "Sources", ending: ".swift")
  static let tests = files(under: "Tests", ending: ".swift")

  static let linesMax = 500
  static let functionLinesMax = 70

  static func files(under folder: String, ending: String) -> [File] {
    let root = Built.root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(ending) }.sorted().compactMap { path in
      guard let text = try? Built.text("\(folder)/\(path)") else { return nil }
      return File(
        path: "\(folder)/\(path)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  @Test func thereAreSources() {
    #expect(HouseRuleTests.sources.count > 100)
  }

  @Test(arguments: sources + tests)
  func noFileIsTooLong(file: File) {
    #expect(file.lines.count <= HouseRuleTests.linesMax)
  }

  @Test(arguments: sources)
  func nothingIsImportedThatTheServerDoesWithout(file: File) {
    for line in file.lines {
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { continue }
      let module = words[place + 1]
      #expect(!["Foundation", "FoundationEssentials", "Dispatch"].contains(module))
    }
  }

  @Test(arguments: sources)
  func nothingTrapsOnWhatComesFromOutside(file: File) {
    let banned = ["try!", "nonisolated(unsafe)", "-Ounchecked", "fatalError(", "FIXME", "TODO"]
    for (number, line) in file.lines.enumerated() {
      for word in banned {
        #expect(!line.contains(word), "\(file.path):\(number + 1) has \(word)")
      }
    }
  }

  @Test(arguments: sources)
  func functionsFitAScreen(file: File) {
    var start: (line: Int, indent: Int)?
    for (number, line) in file.lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indent)
      if start == nil, text.contains("func ") || text.hasPrefix("init"), text.hasSuffix("{") {
        start = (number, indent)
      } else if let (first, depth) = start, indent == depth, text.hasPrefix("}") {
        let length = number - first + 1
        #expect(
          length <= HouseRuleTests.functionLinesMax,
          "\(file.path):\(first + 1) is \(length) lines long")
        start = nil
      }
    }
  }

  /// Every type that other targets see says what it is.
  @Test(arguments: sources)
  func packageTypesAreDocumented(file: File) {
    let kinds = ["struct ", "enum ", "class ", "final class ", "protocol "]
    for (number, line) in file.lines.enumerated() {
      let text = line.trimmingPrefix(while: { $0 == " " })
      guard kinds.contains(where: { text.hasPrefix("package " + $0) }) else { continue }
      var above = number - 1
      while above >= 0, file.lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
      let comment = above >= 0 ? file.lines[above].trimmingPrefix(while: { $0 == " " }) : ""
      #expect(comment.hasPrefix("///"), "\(file.path):\(number + 1) has no doc comment")
    }
  }

  @Test func theTopLevelHoldsNothingElse() throws {
    let visible = try FileManager.default.contentsOfDirectory(atPath: Built.root.path)
      .filter { !$0.hasPrefix(".") }
    let allowed: Set = [
      "Package.swift", "Package.resolved", "Sources", "Tests", "protocol", "clients", "README.md",
      "LICENSE",
    ]
    #expect(Set(visible).isSubset(of: allowed))
    let manifest = try Built.text("Package.swift")
    #expect(!manifest.contains(".package("))
  }
}
