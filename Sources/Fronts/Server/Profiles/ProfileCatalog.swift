import JSON
package import Profiles
import Synchronization
package import System

/// The profiles that this process knows, from all sources.
///
/// Files are read when profiles are first needed, and again after they have changed, so that an
/// editor need not start the server again. Strongest first: the files of the command line, what
/// `initialize` gave, the files that the environment names, the user's own file, the built-in ones.
package final class ProfileCatalog: Sendable {
  /// Reads a file; nil if it has more bytes. It never waits, except for a pipe that the command line
  /// names.
  package typealias Reader =
    @Sendable (_ path: String, _ bytesMax: Int, _ isOfCommandLine: Bool) throws(SystemError) ->
    [UInt8]?

  private struct State {
    var initialized: LibraryLayer?
    var initializedFiles: [String] = []
    /// By path; nil if the file does not exist.
    var read: [String: (stamp: File.Stamp?, layer: LibraryLayer?)] = [:]
    var library: ProfileLibrary?
  }

  private let files: [String]
  private let stamp: @Sendable (_ path: String) -> File.Stamp?
  private let contents: Reader
  private let environment: @Sendable (_ name: String) -> String?
  private let unsetVariable: String?
  private let state = Mutex(State())

  /// Most files that may be named.
  package static let filesMax = 1_000

  /// Nothing but the built-in profiles.
  package static let builtIn = ProfileCatalog(
    files: [], stamp: { _ in nil }, read: { _, _, _ in nil }, variable: { _ in nil })

  /// `files`: of the command line, in its order. `stamp` returns nil if the file does not exist.
  /// `unsetVariable`: the substitute for unset or empty variables; nil makes them an error.
  package init(
    files: [String], stamp: @escaping @Sendable (_ path: String) -> File.Stamp?,
    read: @escaping Reader, variable: @escaping @Sendable (_ name: String) -> String?,
    unsetVariable: String? = nil
  ) {
    self.files = files
    self.stamp = stamp
    contents = read
    environment = variable
    self.unsetVariable = unsetVariable
  }

  /// Accepts the members of `initializationOptions`: `profiles`, an object like that of a file, and
  /// `profileFiles`, absolute paths. Mistakes in them are reported when a profile is named.
  func initialize(profiles: JSONValue?, files: JSONValue?) {
    var layer = profiles.map { LibraryLayer(.initialize, profiles: $0) }
    var paths: [String] = []
    if let files, files != .null {
      let strings = files.arrayValue?.compactMap(\.stringValue) ?? []
      let isList = files.arrayValue.map { $0.count == strings.count } ?? false
      if isList, strings.count <= ProfileCatalog.filesMax,
        strings.allSatisfy({ $0.hasPrefix("/") })
      {
        paths = strings
      } else {
        let error = JSONFieldError(
          "initializationOptions.profileFiles",
          expected: "a list of at most \(ProfileCatalog.filesMax) absolute paths")
        layer = LibraryLayer(wrong: ProfileProblem(.field(error), in: .initialize))
      }
    }
    state.withLock { [layer, paths] state in
      state.initialized = layer
      state.initializedFiles = paths
      state.library = nil
    }
  }

  /// The profiles as they are now.
  package var library: ProfileLibrary {
    state.withLock { state in
      var isChanged = state.library == nil
      let user = userFile
      let named = files.reversed() + state.initializedFiles.reversed() + environmentFiles.reversed()
      for path in named + (user.map { [$0] } ?? []) {
        let stamp = self.stamp(path)
        if let known = state.read[path], known.stamp == stamp { continue }
        let isOptional = path == user && !named.contains(path)
        state.read[path] = (stamp, stamp == nil && isOptional ? nil : read(path))
        isChanged = true
      }
      if !isChanged, let library = state.library { return library }
      func layers(_ paths: some Sequence<String>) -> [LibraryLayer] {
        paths.compactMap { state.read[$0]?.layer }
      }
      let library = ProfileLibrary(
        layers(files.reversed()) + (state.initialized.map { [$0] } ?? [])
          + layers(state.initializedFiles.reversed()) + layers(environmentFiles.reversed())
          + layers(user.map { [$0] } ?? []))
      state.library = library
      return library
    }
  }

  package var variable: @Sendable (String) -> String? {
    { [environment, unsetVariable] name in
      environment(name).flatMap { $0.isEmpty ? nil : $0 } ?? unsetVariable
    }
  }

  /// The library of some files only, and the sources in it: what checking them needs.
  package func library(ofFiles paths: [String]) -> ProfileLibrary {
    ProfileLibrary(paths.reversed().map(read))
  }

  /// The profiles as they would be with other bytes in a file. A file that is not a source yet
  /// counts as the strongest one.
  package func library(with bytes: [UInt8], inFile path: String) -> ProfileLibrary {
    let layer = LibraryLayer(.file(path), bytes: bytes)
    let paths = files.reversed() + environmentFiles.reversed() + (userFile.map { [$0] } ?? [])
    let layers = paths.compactMap { other in
      other == path ? layer : stamp(other) == nil ? nil : read(other)
    }
    return ProfileLibrary(paths.contains(path) ? layers : [layer] + layers)
  }

  /// The path of the user's own profiles: `$XDG_CONFIG_HOME/paginator/profiles.json`.
  package var userFile: String? {
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/paginator/profiles.json"
    }
    return environment("HOME").flatMap { home in
      home.hasPrefix("/") ? home + "/.config/paginator/profiles.json" : nil
    }
  }

  /// `PAGINATOR_PROFILES`: paths with `:` between them.
  private var environmentFiles: [String] {
    (environment("PAGINATOR_PROFILES") ?? "").split(separator: ":")
      .prefix(ProfileCatalog.filesMax).map(String.init)
  }

  private func read(_ path: String) -> LibraryLayer {
    do throws(SystemError) {
      let most = LibraryLayer.fileBytesMax
      guard let bytes = try contents(path, most, files.contains(path)) else {
        return LibraryLayer(
          wrong: ProfileProblem(.tooLarge(bytesMax: most), in: .file(path), at: .start))
      }
      return LibraryLayer(.file(path), bytes: bytes)
    } catch {
      return LibraryLayer(.file(path), unreadable: error.reason)
    }
  }
}
