package import JSON
import System
import Text

/// The profiles of one source, with their places in its text.
///
///     {"profiles": {"orders": {"url": "https://api.example.com/orders", "itemsPath": "data"}}}
package struct LibraryLayer: Sendable {
  /// The maximum size of a file of profiles, in bytes.
  package static let fileBytesMax = 16 << 20
  /// The maximum number of profiles in one source.
  package static let profilesMax = 10_000
  /// The maximum number of problems collected for one source.
  package static let problemsMax = 1_000

  /// One profile as it is written.
  struct Entry: Sendable {
    let name: String
    let value: JSONValue
    /// The quoted name, and the value.
    let slices: (name: JSONSlice, value: JSONSlice)
    /// Problems of the text itself: a name that is given twice.
    var problems: [ProfileProblem] = []
  }

  package let source: ProfileSource
  /// The problem with the source as a whole; if there is one, none of its profiles is known.
  package let problem: ProfileProblem?
  let names: [String]
  /// Read when they are first wanted.
  private let profiles: [LazyValue<Entry>]
  private let numbers: [String: Int]
  private let text: PlacedText?

  subscript(name: String) -> Entry? { numbers[name].map { profiles[$0].value } }

  var entries: [Entry] { profiles.map(\.value) }

  /// A source that cannot be read.
  package init(_ source: ProfileSource, unreadable reason: String) {
    self.init(source, nil, ProfileProblem(.unreadable(reason), in: source, at: .start))
  }

  /// A source that is wrong as a whole.
  package init(wrong problem: ProfileProblem) {
    self.init(problem.source, nil, problem)
  }

  /// The profiles in the bytes of a file.
  package init(_ source: ProfileSource, bytes: [UInt8]) {
    guard bytes.count <= LibraryLayer.fileBytesMax else {
      let cause = ProfileProblem.Cause.tooLarge(bytesMax: LibraryLayer.fileBytesMax)
      self.init(source, nil, ProfileProblem(cause, in: source, at: .start))
      return
    }
    do throws(JSONSyntaxError) {
      self.init(source, PlacedText(try JSONDocument(bytes)))
    } catch {
      let place = TextLines(bytes).place(of: error.offset)
      self.init(source, nil, ProfileProblem(.syntax(error.reason), in: source, at: place))
    }
  }

  /// The profiles of an object such as a file's `profiles`, which has no places.
  package init(_ source: ProfileSource, profiles: JSONValue) {
    self.init(source, bytes: JSONValue.object(["profiles": profiles]).bytes)
  }

  /// The profiles of the program's own files, each named like its file. They are not checked here:
  /// tests check them.
  init(builtIn names: [String], file: @escaping @Sendable (_ number: Int) -> [UInt8]) {
    let profiles = names.indices.map { number in
      LazyValue {
        guard let document = try? JSONDocument(file(number)),
          let profiles = document.member("profiles", of: document.root),
          let (key, value) = document.members(of: profiles).first
        else { preconditionFailure("\(names[number]).json is not a file of profiles") }
        return Entry(name: names[number], value: document.value(value), slices: (key, value))
      }
    }
    self.init(.builtIn, nil, nil, names, profiles)
  }

  private init(
    _ source: ProfileSource, _ text: PlacedText? = nil, _ problem: ProfileProblem? = nil,
    _ names: [String] = [], _ profiles: [LazyValue<Entry>] = []
  ) {
    self.source = source
    self.text = text
    self.problem = problem
    self.names = names
    self.profiles = profiles
    numbers = Dictionary(uniqueKeysWithValues: zip(names, profiles.indices))
  }

  private init(_ source: ProfileSource, _ text: PlacedText) {
    do throws(ProfileProblem) {
      let entries = try LibraryLayer.entries(in: text, of: source)
      self.init(
        source, text, nil, entries.map(\.name), entries.map { entry in LazyValue { entry } })
    } catch {
      self.init(source, nil, error)
    }
  }

  private static func entries(
    in text: PlacedText, of source: ProfileSource
  ) throws(ProfileProblem) -> [Entry] {
    var entries: [Entry] = []
    var numbers: [String: Int] = [:]
    for (key, value) in try profiles(in: text, of: source) {
      let name = text.document.string(key) ?? ""
      func problem(
        _ cause: ProfileProblem.Cause, at key: JSONSlice, path: String = ""
      ) -> ProfileProblem {
        ProfileProblem(cause, in: source, at: text.place(of: key), profile: name, path: path)
      }
      if let number = numbers[name] {
        entries[number].problems.append(problem(.duplicateName(name), at: key))
        continue
      }
      numbers[name] = entries.count
      var entry = Entry(name: name, value: text.document.value(value), slices: (key, value))
      if !isName(name) { entry.problems.append(problem(.name, at: key)) }
      for (key, path) in text.duplicates(in: value) {
        let name = text.document.string(key) ?? ""
        entry.problems.append(problem(.duplicateName(name), at: key, path: path))
      }
      entries.append(entry)
    }
    return entries
  }

  /// Returns the place of a part of a profile: the name of an unknown member, otherwise the value.
  /// A part that is not written in this profile is placed at the profile's name.
  func place(of path: String, isName: Bool, in entry: Entry) -> ProfileProblem.Place? {
    guard let text, case .file = source else { return nil }
    guard let found = text.find(path, from: entry.slices.value) else {
      return text.place(of: entry.slices.name)
    }
    return text.place(of: isName ? found.name ?? entry.slices.name : found.value)
  }

  /// 1 to 64 of `a-z 0-9 . _ -`.
  package static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        ASCII.isSmall(byte) || ASCII.isDigit(byte) || "._-".utf8.contains(byte)
      }
  }

  /// The members of `profiles`; `$schema` is for editors.
  private static func profiles(
    in text: PlacedText, of source: ProfileSource
  ) throws(ProfileProblem) -> [(key: JSONSlice, value: JSONSlice)] {
    func wrong(_ path: String, _ problem: JSONFieldError.Problem, _ slice: JSONSlice)
      -> ProfileProblem
    {
      let error = JSONFieldError(path: path, problem: problem)
      return ProfileProblem(.field(error), in: source, at: text.place(of: slice), path: path)
    }
    let document = text.document
    guard document.root.kind == .object else {
      throw wrong("", .expected("an object with \"profiles\""), document.root)
    }
    var profiles: JSONSlice?
    for (key, value) in document.members(of: document.root) {
      let name = document.string(key) ?? ""
      switch name {
      case "$schema": continue
      case "profiles" where profiles == nil: profiles = value
      case "profiles":
        throw ProfileProblem(.duplicateName(name), in: source, at: text.place(of: key))
      default:
        let nearest = DidYouMean.name(to: name, in: ["profiles", "$schema"])
        throw wrong(JSONFields.join("", name), .unknown(nearest: nearest), key)
      }
    }
    guard let profiles else { throw wrong("profiles", .missing, document.root) }
    guard profiles.kind == .object else {
      throw wrong("profiles", .expected("an object"), profiles)
    }
    let members = document.members(of: profiles)
    guard members.count <= profilesMax else {
      let cause = ProfileProblem.Cause.tooManyProfiles(maximum: profilesMax)
      throw ProfileProblem(cause, in: source, at: text.place(of: profiles))
    }
    return members
  }
}
