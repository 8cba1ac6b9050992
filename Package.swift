// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Without the tasks and the regular expressions of the standard library, which no target uses: they
/// would make the executable larger by a fifth.
let lean: [SwiftSetting] = [
  .unsafeFlags(
    ["concurrency", "string-processing"].flatMap {
      ["-Xfrontend", "-disable-implicit-\($0)-module-import"]
    })
]

/// Half the start-up time and half the memory of the shared Swift runtime.
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))
]

/// What `paginator --version` says of the commit, where whoever builds names it:
/// `PAGINATOR_COMMIT=$(git rev-parse --short HEAD) swift build -c release`.
let commit: [CSetting] =
  (Context.environment["PAGINATOR_COMMIT"]?.filter { $0.isHexDigit }).map { hash in
    [.define("PAGINATOR_COMMIT", to: "\"\(hash)\"")]
  } ?? []

/// One target and its tests; the list of dependencies is the architecture.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], testData: [String] = []
) -> [Target] {
  [
    .target(
      name: name, dependencies: dependencies,
      swiftSettings: strict + lean),
    .testTarget(
      name: name + "Tests", dependencies: [.byName(name: name)] + dependencies,
      exclude: testData, swiftSettings: strict),
  ]
}

/// The executable carries no symbols, so that it is half as large.
let stripped: [LinkerSetting] = [
  .unsafeFlags(
    ["-s", "--no-export-dynamic", "--icf=safe"].flatMap { ["-Xlinker", $0] },
    .when(platforms: [.linux], configuration: .release))
]

let package = Package(
  name: "paginator",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "paginator", targets: ["paginator"])],
  targets: [
    .target(name: "CCurl"),
    .target(name: "CSQLite"),
    .target(name: "CZlib"),
    .target(
      name: "CResources", exclude: ["index.py", "profiles", "profiles.inc"], cSettings: commit),
  ]
    + module("System")
    + module("JSON", testData: ["Corpus"])
    + module("HTTP", ["System", "CCurl", "CZlib"])
    + module("Recording", ["System", "JSON", "HTTP"])
    + module("Authentication", ["System", "JSON", "HTTP"])
    + module("Pagination", ["JSON", "HTTP", "CResources"], testData: ["Profiles"])
    + module("Detection", ["JSON", "HTTP", "Pagination"])
    + module("Mapping", ["JSON"])
    + module(
      "Sessions",
      ["System", "JSON", "HTTP", "Authentication", "Pagination", "Detection", "Mapping"])
    + module("Series", ["JSON", "HTTP", "Pagination", "Mapping", "Sessions"])
    + module(
      "Wire",
      ["JSON", "HTTP", "Pagination", "Detection", "Mapping", "Sessions", "Series", "Store"])
    + module("RPC", ["System", "JSON"])
    + module(
      "Server",
      [
        "System", "JSON", "HTTP", "Pagination", "Detection", "Mapping", "Sessions", "Series",
        "Store",
        "Wire", "RPC", "CResources",
      ])
    + module(
      "MCP",
      [
        "System", "JSON", "HTTP", "Authentication", "Pagination", "Detection", "Sessions", "Series",
        "Store", "Wire", "RPC", "Server",
      ])
    + module("Store", ["System", "JSON", "CSQLite"])
    + module("SampleAPI", ["System", "JSON", "HTTP", "Authentication"])
    + module(
      "Commands",
      [
        "System", "CResources", "JSON", "HTTP", "Pagination", "Detection", "Mapping", "Sessions",
        "Series", "Wire", "RPC", "Server", "Store", "SampleAPI", "Authentication", "Recording",
        "MCP",
      ])
    + [
      .executableTarget(
        name: "paginator", dependencies: ["Commands"],
        swiftSettings: strict + lean, linkerSettings: staticRuntime + stripped),
      // Drives the built executable as its users do, and checks the house rules.
      .testTarget(
        name: "ProcessTests", dependencies: ["System", "JSON", "SampleAPI", "Server", "Store"],
        swiftSettings: strict),
      .executableTarget(
        name: "Fuzz",
        dependencies: [
          "System", "JSON", "HTTP", "Authentication", "Pagination", "Mapping", "Sessions", "Store",
          "RPC", "Recording", "SampleAPI",
        ],
        path: "Tests/Fuzz", exclude: ["README.md"], swiftSettings: strict,
        linkerSettings: staticRuntime),
      .executableTarget(
        name: "Benchmarks",
        dependencies: ["System", "JSON", "Mapping", "Pagination", "HTTP", "SampleAPI", "RPC"],
        path: "Tests/Benchmarks", exclude: ["Plots"], swiftSettings: strict,
        linkerSettings: staticRuntime),
    ]
)
