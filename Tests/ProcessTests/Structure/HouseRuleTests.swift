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

  static let sources = files(under: "Sources", endings: ["swift"])
  static let tests = files(under: "Tests", endings: ["swift"])

  /// Everything that is written in another language, above all the clients.
  static let others = [".ci", "clients", "protocol", "Sources", "Tests"].flatMap { folder in
    files(
      under: folder,
      endings: [
        "", "c", "cjs", "css", "cts", "el", "h", "html", "js", "lua", "mjs", "mts", "py", "sh",
        "ts", "vim",
      ])
  }.filter { !isGenerated($0) }

  /// The files of cases that tests read: JSON, a line or a block of lines each.
  static let cases =
    files(under: "Tests", endings: ["json", "jsonl"])
    + files(under: "clients", endings: ["json"]).filter { $0.path == "clients/odd-values.json" }

  static let linesMax = 500
  static let caseColumnsMax = 400
  static let functionLinesMax = 70

  /// Words that turn the name of a thing into a riddle when a doc comment begins with them.
  static let questionWords: Set<Substring> = [
    "How", "Nil", "What", "When", "Where", "Whether", "Which", "Who", "Whose", "Why",
  ]

  /// The files of a folder with one of these endings; those without an ending are scripts.
  static func files(under folder: String, endings: Set<String>) -> [File] {
    let root = Built.root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (paths ?? []).sorted().compactMap { path in
      let ending = URL(filePath: path).pathExtension
      guard endings.contains(ending), !path.contains("node_modules/"),
        let text = try? Built.text("\(folder)/\(path)"), !ending.isEmpty || text.hasPrefix("#!")
      else { return nil }
      return File(
        path: "\(folder)/\(path)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  /// What protocol/generate.py writes is as long as its source makes it, and says so at its start.
  static func isGenerated(_ file: File) -> Bool {
    file.lines.prefix(5).contains { $0.contains("Written by protocol/generate.py") }
  }

  @Test func thereAreSources() {
    #expect(HouseRuleTests.sources.count > 100)
    let clients = HouseRuleTests.others.filter { $0.path.hasPrefix("clients/") }
    #expect(clients.count > 200)
    #expect(HouseRuleTests.cases.count > 250)
    for ending in ["el", "lua", "js", "ts", "py", "sh", "/paginate"] {
      #expect(clients.contains { $0.path.hasSuffix(ending) }, "no file \(ending)")
    }
  }

  @Test(arguments: sources + tests + others + cases)
  func noFileIsTooLong(file: File) {
    #expect(file.lines.count <= HouseRuleTests.linesMax)
  }

  @Test(arguments: cases)
  func noLineOfACaseIsTooLong(file: File) {
    for (number, line) in file.lines.enumerated() where line.count > HouseRuleTests.caseColumnsMax {
      Issue.record("\(file.path):\(number + 1) has \(line.count) characters: break it into a block")
    }
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

  @Test func docCommentsNameTheThing() {
    var count: [Substring: Int] = [:]
    for file in HouseRuleTests.sources {
      var isFirstLine = true
      for (number, line) in file.lines.enumerated() {
        let text = line.drop { $0 == " " }
        guard text.hasPrefix("///") else {
          isFirstLine = true
          continue
        }
        if isFirstLine {
          let word = text.dropFirst(3).drop { $0 == " " }.prefix { $0.isLetter }
          #expect(
            !HouseRuleTests.questionWords.contains(word),
            "\(file.path):\(number + 1) begins with a question word: name the thing")
          count[word, default: 0] += 1
        }
        isFirstLine = false
      }
    }
    #expect(count["The", default: 0] > 1_000, "the comments were not found")
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
