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

/// A wing of the house: a folder of targets that answer one question together. A target imports only
/// from its own wing and from those above it in this list.
enum Wing: String {
  case base = "Base"
  case network = "Network"
  case paging = "Paging"
  case engine = "Engine"
  case fronts = "Fronts"

  func path(_ target: String) -> String { "Sources/\(rawValue)/\(target)" }
}

/// One target and its tests; the list of dependencies is the architecture. `testing`: what its tests
/// import in addition.
func module(
  _ wing: Wing, _ name: String, _ dependencies: [Target.Dependency] = [],
  testing: [Target.Dependency] = [], testData: [String] = []
) -> [Target] {
  [
    .target(
      name: name, dependencies: dependencies, path: wing.path(name),
      swiftSettings: strict + lean),
    .testTarget(
      name: name + "Tests",
      dependencies: [.byName(name: name), "TestSupport"] + dependencies + testing,
      exclude: testData, swiftSettings: strict),
  ]
}

/// The executable carries no symbols and no unwind tables, so that it is less than half as large.
/// The toolchain's own linker leaves those tables out, by `lean.ld`.
let stripped: [LinkerSetting] = [
  .unsafeFlags(
    ["-use-ld=lld"]
      + [
        "-s", "--no-export-dynamic", "--icf=safe",
        "-T", "\(Context.packageDirectory)/\(Wing.fronts.path("paginator"))/lean.ld",
      ].flatMap { ["-Xlinker", $0] },
    .when(platforms: [.linux], configuration: .release))
]

let package = Package(
  name: "paginator",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "paginator", targets: ["paginator"])],
  targets: [
    .target(name: "CLibrary", path: Wing.base.path("CLibrary"), swiftSettings: strict + lean),
    .target(name: "CLoader", path: Wing.base.path("CLoader")),
    .target(name: "CCurl", dependencies: ["CLoader"], path: Wing.network.path("CCurl")),
    .target(name: "CZlib", dependencies: ["CLoader"], path: Wing.network.path("CZlib")),
    .target(name: "CExpat", dependencies: ["CLoader"], path: Wing.paging.path("CExpat")),
    .target(name: "CSQLite", dependencies: ["CLoader"], path: Wing.engine.path("CSQLite")),
    .target(
      name: "CProfiles", path: Wing.paging.path("CProfiles"),
      exclude: ["index.json", "index.py", "profiles", "profiles.inc"]),
    .target(name: "CResources", path: Wing.fronts.path("CResources"), cSettings: commit),
  ]
    + module(.base, "System", ["Text", "CLibrary"])
    + module(.base, "Text")
    + module(.base, "JSON", ["Text"], testData: ["Corpus"])
    + module(.network, "Secrets", ["Text"])
    + module(
      .network, "HTTP", ["System", "Text", "Secrets", "CCurl", "CZlib"], testData: ["Cases"])
    + module(
      .network, "Authentication", ["System", "Text", "JSON", "Secrets", "HTTP"],
      testData: ["Cases"])
    + module(
      .network, "Recording", ["System", "Text", "JSON", "Secrets", "HTTP"], testData: ["Cases"])
    + module(.paging, "Pagination", ["Text", "JSON", "Secrets", "HTTP"], testData: ["Cases"])
    + module(
      .paging, "Profiles", ["System", "Text", "JSON", "Pagination", "CProfiles"],
      testData: ["Cases", "Conversations"])
    + module(
      .paging, "Detection", ["System", "Text", "JSON", "HTTP", "Pagination", "Profiles"],
      testing: ["Decoding"], testData: ["Cases", "Rules"])
    + module(.paging, "Decoding", ["System", "Text", "JSON", "HTTP", "CExpat"])
    + module(.paging, "Mapping", ["Text", "JSON", "Decoding"], testData: ["Cases"])
    + module(
      .engine, "Sessions",
      [
        "System", "Text", "JSON", "Secrets", "HTTP", "Authentication", "Recording", "Pagination",
        "Detection", "Decoding", "Mapping",
      ], testing: ["Profiles"], testData: ["Cases"])
    + module(
      .engine, "Series",
      ["System", "Text", "JSON", "HTTP", "Pagination", "Mapping", "Sessions"])
    + module(
      .engine, "Store",
      ["System", "Text", "JSON", "Pagination", "Mapping", "Sessions", "Series", "CSQLite"],
      testData: ["Cases"])
    + module(.fronts, "RPC", ["System", "Text", "JSON"], testData: ["Cases"])
    + module(
      .fronts, "Wire",
      [
        "Text", "JSON", "HTTP", "Pagination", "Profiles", "Detection", "Mapping", "Sessions",
        "Store", "RPC",
      ])
    + module(
      .fronts, "Server",
      [
        "System", "Text", "JSON", "Secrets", "HTTP", "Authentication", "Pagination", "Profiles",
        "Sessions", "Series", "Store", "RPC", "Wire", "CResources",
      ])
    + module(
      .fronts, "MCP",
      [
        "System", "Text", "JSON", "Secrets", "HTTP", "Authentication", "Pagination", "Profiles",
        "Detection",
        "Sessions", "Series", "Store", "RPC", "Wire", "Server", "CResources",
      ])
    + module(.fronts, "DemoAPI", ["System", "Text", "JSON"])
    + module(
      .fronts, "Commands",
      [
        "System", "Text", "JSON", "Secrets", "HTTP", "Recording", "Pagination", "Profiles",
        "Detection", "Decoding", "Mapping", "Sessions", "Series", "Store", "RPC", "Wire", "Server",
        "MCP",
        "DemoAPI", "CResources",
      ], testing: ["Authentication"], testData: ["Cases"])
    + [
      .executableTarget(
        name: "paginator", dependencies: ["Commands"], path: Wing.fronts.path("paginator"),
        exclude: ["lean.ld"], swiftSettings: strict + lean, linkerSettings: staticRuntime + stripped
      ),
      // What tests, fuzzers and benchmarks are fed with.
      .target(
        name: "TestInput", dependencies: ["System", "HTTP", "CZlib"],
        path: "Tests/TestInput", swiftSettings: strict),
      .target(
        name: "TestSupport", dependencies: ["JSON", "HTTP", "TestInput"], path: "Tests/TestSupport",
        swiftSettings: strict),
      // An API with many ways of paging, and faults: for tests and benchmarks, and the program that
      // those of clients start.
      .target(
        name: "SampleAPI",
        dependencies: ["System", "Text", "JSON", "HTTP", "Authentication", "DemoAPI", "TestInput"],
        path: "Tests/SampleAPI", exclude: ["Program"], swiftSettings: strict),
      .executableTarget(
        name: "sample-api", dependencies: ["System", "SampleAPI"],
        path: "Tests/SampleAPI/Program", swiftSettings: strict, linkerSettings: staticRuntime),
      .testTarget(
        name: "SampleAPITests",
        dependencies: ["System", "JSON", "DemoAPI", "SampleAPI", "TestSupport"],
        exclude: ["Cases"], swiftSettings: strict),
      // Drives the built executable as its users do, and checks the house rules.
      .testTarget(
        name: "ProcessTests",
        dependencies: [
          "System", "Text", "Secrets", "JSON", "SampleAPI", "Sessions", "Server", "Store",
          "TestSupport",
        ],
        exclude: ["Dialogues/Cases"], swiftSettings: strict),
      .executableTarget(
        name: "Fuzz",
        dependencies: [
          "System", "Text", "Secrets", "JSON", "HTTP", "Authentication", "Pagination", "Decoding",
          "Mapping", "Sessions",
          "Store", "RPC", "Recording", "SampleAPI", "TestInput",
        ],
        path: "Tests/Fuzz", exclude: ["README.md"], swiftSettings: strict,
        linkerSettings: staticRuntime),
      .executableTarget(
        name: "Benchmarks",
        dependencies: [
          "System", "JSON", "Mapping", "Pagination", "HTTP", "SampleAPI", "RPC", "TestInput",
        ],
        path: "Tests/Benchmarks", exclude: ["Plots"], swiftSettings: strict,
        linkerSettings: staticRuntime),
    ]
)
