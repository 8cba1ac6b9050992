import Foundation
import Testing

/// The rules of the house on how the sources are divided up.
struct StructureTests {
  typealias File = HouseRuleTests.File

  static let sources = HouseRuleTests.sources
  static let folders = Dictionary(grouping: sources, by: \.folder)
  static let testFolders = Dictionary(grouping: HouseRuleTests.tests, by: \.folder)

  static let filesMax = 18
  static let prefixLettersMin = 6
  static let samePrefixMax = 3
  static let storedPropertiesMax = 15

  @Test(arguments: folders.keys.sorted())
  func folderAnswersOneQuestion(folder: String) throws {
    let files = try #require(StructureTests.folders[folder])
    #expect(files.count <= StructureTests.filesMax, "\(folder) has \(files.count) files")
    let byPrefix = Dictionary(grouping: files) {
      String($0.name.prefix(StructureTests.prefixLettersMin))
    }
    for (prefix, files) in byPrefix where prefix.count == StructureTests.prefixLettersMin {
      guard files.count > StructureTests.samePrefixMax else { continue }
      #expect(
        StructureTests.isOneProtocol(files),
        "\(folder): \(files.map(\.name)) are a folder that is missing")
    }
  }

  @Test(arguments: testFolders.keys.sorted())
  func folderOfTestsCanBeReadAtAGlance(folder: String) throws {
    let files = try #require(StructureTests.testFolders[folder])
    #expect(files.count <= StructureTests.filesMax, "\(folder) has \(files.count) files")
  }

  /// Whether each file declares a case of the same protocol.
  private static func isOneProtocol(_ files: [File]) -> Bool {
    files.map { Set($0.types.flatMap(\.parents)) }
      .reduce(nil) { (shared: Set<String>?, parents) in shared?.intersection(parents) ?? parents }?
      .isEmpty == false
  }

  @Test func noTypeNameStandsTwiceInThePackage() {
    var places: [String: [File]] = [:]
    for file in StructureTests.sources {
      for type in file.types where type.depth == 0 {
        places[type.name, default: []].append(file)
      }
    }
    #expect(places.count > 300)
    for (name, files) in places.sorted(by: { $0.key < $1.key }) {
      // A type that is written once for each operating system stands in sibling files.
      let isPlatform = Set(files.map(\.withoutPlatform)).count == 1
      #expect(files.count == 1 || isPlatform, "\(name) is declared in \(files.map(\.path))")
    }
  }

  @Test(arguments: sources)
  func noTypeHasTooManyStoredProperties(file: File) {
    for type in file.types {
      #expect(
        type.stored.count <= StructureTests.storedPropertiesMax,
        "\(file.path): \(type.name) has \(type.stored)")
    }
  }

  @Test(arguments: sources.filter { $0.path.hasPrefix("Sources/Engine/Sessions/") })
  func whatSessionsKnowIsWrittenWhereItIsDeclared(file: File) {
    for type in file.types where type.isMutatedByMethods {
      for property in type.stored where property.isWritableElsewhere {
        Issue.record("\(file.path): \(type.name).\(property.name) can be written from elsewhere")
      }
    }
  }

  /// What imports the operating system's libraries: `CLibrary` for `System` alone.
  private static let systemFolders = ["Sources/Base/CLibrary/", "Sources/Base/System/"]

  @Test(
    arguments: sources.filter { file in !systemFolders.contains { file.path.hasPrefix($0) } })
  func onlySystemImportsTheSystem(file: File) {
    for (number, line) in file.lines.enumerated() {
      let words = line.split(separator: " ")
      guard let name = words.last, words.dropLast().last == "import" else { continue }
      #expect(
        !["CLibrary", "Glibc", "Musl", "Darwin", "Foundation"].contains(name),
        "\(file.path):\(number + 1) imports \(name)")
    }
  }

  /// JSON that we have made ourselves is for others to read; the demo is such a client.
  @Test(arguments: sources.filter { !$0.path.hasPrefix("Sources/Fronts/Commands/Demo/") })
  func nothingIsDecidedOnTheJSONOfOurOwnMaking(file: File) {
    for (number, line) in file.lines.enumerated() {
      for member in [#"["kind"]"#, #"["field"]"#] {
        guard let place = line.range(of: member) else { continue }
        let isWritten = line[place.upperBound...].hasPrefix(" = ")
        #expect(isWritten, "\(file.path):\(number + 1) reads \(member)")
      }
    }
  }

  @Test(arguments: sources)
  func limitsAreDocumented(file: File) {
    for (number, line) in file.lines.enumerated() {
      guard line.contains("static let "), let name = File.declaredName(line),
        name.hasSuffix("Max"), line.contains(/= [0-9(]/), !line.contains(" private ")
      else { continue }
      var above = number - 1
      while above >= 0, file.lines[above].contains("static let ") { above -= 1 }
      let comment = above >= 0 ? file.lines[above].drop { $0 == " " } : ""
      #expect(
        comment.hasPrefix("///"), "\(file.path):\(number + 1) \(name) says not what it limits")
    }
  }
}
