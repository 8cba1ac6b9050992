import JSON
import Profiles
import Secrets
import Server
import System
import Text
import Wire

extension Option {
  static let save = Option(
    "save", "NAME", .text,
    "If detection succeeds, save the result as the profile NAME in the last FILE of --profiles, or in your "
      + "own profiles; secrets are written as {env:NAME}")
  static let force = Option("force", "With --save, replace the profile NAME if it exists")
}

/// Adds what detection has found to a file of profiles (`--save NAME`).
struct ProfileSaving {
  let name: String
  /// The path of the file.
  let place: String
  /// True when the file and its folder are created if they are missing.
  private let isOwn: Bool
  private let replaces: Bool
  private let catalog: ProfileCatalog

  /// Returns nil without `--save`. Throws if the name is invalid or taken, or if the file has
  /// errors: such a file is not changed.
  init?(_ arguments: Arguments, _ catalog: ProfileCatalog) throws(UsageError) {
    guard let name = arguments.text(.save) else {
      if arguments.isSet(.force) { throw UsageError("--force needs --save") }
      return nil
    }
    guard LibraryLayer.isName(name) else {
      throw UsageError(
        "--save: the name of a profile must be 1 to 64 of a-z, 0-9, \".\", \"_\" and \"-\""
      )
    }
    self.name = name
    replaces = arguments.isSet(.force)
    self.catalog = catalog
    let given = arguments.texts(.profileFiles).last
    isOwn = given == nil
    guard let path = given ?? catalog.userFile else {
      throw UsageError(
        "--save needs --profiles FILE, as neither HOME nor XDG_CONFIG_HOME says where profiles are"
      )
    }
    place = path
    try check(try text())
  }

  /// Throws where a profile may not have what the command line has.
  func check(_ written: JSONObject) throws(UsageError) {
    if let error = ProfileLibrary.localNames(in: .object(written)).first {
      throw UsageError("--save: \(error.sentence)")
    }
    let path = URLParts(written["url"]?.stringValue ?? "").path
    guard Redactor.secrets(inURL: "http://host" + path).isEmpty else {
      throw UsageError(
        "--save: the path of the URL holds a secret, which a profile would show; "
          + "give it in the query or a header, if the API takes it there")
    }
  }

  /// The most seconds to wait for others that save to the same file, and the seconds between
  /// checks.
  private static let lockSecondsMax = 10.0
  private static let lockPauseSeconds = 0.02

  /// Writes the profile; throws why it cannot be. Whoever else saves meanwhile loses nothing.
  func save(_ params: JSONObject) throws(UsageError) {
    while true {
      if File.isThere(place) {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        try write(params, isNew: false)
        return
      }
      if try write(params, isNew: true) { return }
    }
  }

  private func lock() throws(UsageError) -> LockedFile {
    let deadline = SystemClock.monotonicSeconds + Self.lockSecondsMax
    do throws(SystemError) {
      while true {
        if let lock = try LockedFile.lock(place) { return lock }
        let pause = SystemClock.monotonicSeconds + Self.lockPauseSeconds
        guard pause < deadline else { break }
        _ = Guarded(()).wait(until: pause) { _ -> Void? in nil }
      }
    } catch {
      throw UsageError("\(place) cannot be locked: \(error.reason)")
    }
    throw UsageError("\(place) is being written by another process")
  }

  /// False where another process has made the file that is new.
  @discardableResult
  private func write(_ params: JSONObject, isNew: Bool) throws(UsageError) -> Bool {
    let text = try text()
    try check(text)
    let bytes = text.adding(name, .object(params))
    let library = catalog.library(with: bytes, inFile: place)
    if let problem = library.problems(in: .file(place), reading: SettingsReader.check).first {
      throw UsageError("\(place) was not changed: \(problem.sentence)")
    }
    do throws(SystemError) {
      guard isNew else {
        try File.rewrite(place, with: bytes)
        return true
      }
      if isOwn { try File.makeFolders(of: place) }
      try File.create(place, with: bytes)
      return true
    } catch {
      if isNew, error.isTaken { return false }
      throw UsageError("\(place) cannot be written: \(error.reason)")
    }
  }

  private func check(_ text: ProfileText) throws(UsageError) {
    if text.holds(name), !replaces {
      throw UsageError("\(place) already has a profile \(name); choose another name, or --force")
    }
    guard File.isThere(place) else { return }
    let library = catalog.library
    let problems = library.problems(in: .file(place), reading: SettingsReader.check)
    if let problem = problems.first {
      throw UsageError("a file with errors is not changed: \(problem.line)")
    }
  }

  private func text() throws(UsageError) -> ProfileText {
    guard File.isThere(place) else { return ProfileText(nil) }
    let bytes = try mapErrors({
      UsageError("\(place) cannot be read: \($0.reason)")
    }) { () throws(SystemError) in
      guard let read = try File.contents(of: place, bytesMax: LibraryLayer.fileBytesMax) else {
        throw SystemError(call: "read", number: 0)
      }
      return read
    }
    if let problem = LibraryLayer(.file(place), bytes: bytes).problem {
      throw UsageError("a file with errors is not changed: \(problem.line)")
    }
    return ProfileText(try? JSONDocument(bytes))
  }
}
