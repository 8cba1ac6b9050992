import Foundation
import Testing

/// The wings of the house: which target may import which, as Package.swift declares it.
struct WingTests {
  /// A target of Sources as Package.swift declares it.
  struct Module: CustomTestStringConvertible, Sendable {
    let name: String
    let wing: Int
    let dependencies: Set<String>

    var testDescription: String { name }
  }

  static let wings = ["base", "network", "paging", "engine", "fronts"]

  static let manifest: String = (try? Built.text("Package.swift")) ?? ""

  /// Those with Swift in them, by the lines `module(.wing, "Name", ["Dependency"])`.
  static let modules: [Module] = {
    let declaration = /module\(\s*\.(\w+),\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/
    return manifest.matches(of: declaration).map { match in
      let names = (match.3 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
      return Module(
        name: String(match.2), wing: wings.firstIndex(of: String(match.1)) ?? -1,
        dependencies: Set(names))
    }
  }()

  /// The wing of each target, with those in C.
  static let places: [String: Int] = {
    let targets =
      manifest
      .matches(of: /name: "(C\w+)",(?: dependencies: \[.*\],)?\s*path: Wing\.(\w+)\.path/)
      .map { (String($0.1), wings.firstIndex(of: String($0.2)) ?? -1) }
    return Dictionary(uniqueKeysWithValues: targets + modules.map { ($0.name, $0.wing) })
  }()

  @Test func everyTargetHasAWing() throws {
    #expect(WingTests.modules.count >= 18)
    #expect(WingTests.places.values.allSatisfy { $0 >= 0 })
    for (index, wing) in WingTests.wings.enumerated() {
      let folder = Built.root.appending(path: "Sources/\(wing.capitalized)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { !$0.hasPrefix(".") && $0 != "paginator" }
      #expect(Set(names) == Set(WingTests.places.filter { $0.value == index }.keys))
    }
  }

  @Test(arguments: modules)
  func targetDeclaresWhatItsFilesImport(module: Module) {
    let folder = "Sources/\(WingTests.wings[module.wing].capitalized)/\(module.name)/"
    var imported: Set<String> = []
    for file in HouseRuleTests.sources where file.path.hasPrefix(folder) {
      for line in file.lines {
        guard let match = line.firstMatch(of: /^(?:package |private )?import (?:\w+ )?(\w+)/)
        else { continue }
        imported.insert(String(match.1))
      }
    }
    #expect(imported.intersection(WingTests.places.keys) == module.dependencies)
  }

  @Test(arguments: modules)
  func targetImportsFromItsWingAndThoseAboveIt(module: Module) throws {
    for name in module.dependencies {
      let wing = try #require(WingTests.places[name], "\(name) has no wing")
      #expect(wing <= module.wing, "\(module.name) imports \(name)")
    }
  }
}
