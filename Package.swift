// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Half the start-up time and half the memory of the shared Swift runtime.
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))
]

/// One target and its tests; the list of dependencies is the architecture.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], testData: [String] = []
) -> [Target] {
  [
    .target(name: name, dependencies: dependencies, swiftSettings: strict),
    .testTarget(
      name: name + "Tests", dependencies: [.byName(name: name)] + dependencies,
      exclude: testData, swiftSettings: strict),
  ]
}

let package = Package(
  name: "paginator",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "paginator", targets: ["paginator"])],
  targets: [
    .target(name: "CCurl"),
    .target(name: "CResources", exclude: ["profiles.json"]),
  ]
    + module("JSON", testData: ["Corpus"])
    + module("HTTP", ["CCurl"])
    + module("Pagination", ["JSON", "HTTP", "CResources"], testData: ["Profiles"])
    + module("Mapping", ["JSON"])
    + module("Sessions", ["JSON", "HTTP", "Pagination", "Mapping"])
    + module("RPC", ["JSON"])
    + module(
      "Server", ["JSON", "HTTP", "Pagination", "Mapping", "Sessions", "RPC", "CResources"])
    + module("SampleAPI", ["JSON"])
    + [
      .executableTarget(
        name: "paginator",
        dependencies: [
          "JSON", "RPC", "HTTP", "Pagination", "Sessions", "Server", "SampleAPI",
        ],
        swiftSettings: strict, linkerSettings: staticRuntime),
      // Drives the built executable as its users do, and checks the house rules.
      .testTarget(
        name: "ProcessTests", dependencies: ["JSON", "SampleAPI", "Server"],
        swiftSettings: strict),
      .executableTarget(
        name: "Benchmarks",
        dependencies: ["JSON", "Mapping", "Pagination", "HTTP", "SampleAPI", "RPC"],
        path: "Tests/Benchmarks", swiftSettings: strict, linkerSettings: staticRuntime),
    ]
)
