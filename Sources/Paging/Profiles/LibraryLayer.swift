package import JSON
import Text

/// The profiles of one source, with their places in its text.
///
///     {"profiles": {"orders": {"url": "https://api.example.com/orders", "itemsPath": "data"}}}
package struct LibraryLayer: Sendable {
  /// How large a file of profiles may be.
  package static let fileBytesMax = 16 << 20
  /// How many profiles one source may hold.
  package static let profilesMax = 10_000
  /// How many problems are collected of one source.
  package static let problemsMax = 1_000

  /// One profile as it is written.
  struct Entry: Sendable {
    let name: String
    let value: JSONValue
    /// The quoted name, and the value.
    let slices: (name: JSONSlice, value: JSONSlice)
    /// What the text itself has wrong: a name that is given twice.
    var problems: [ProfileProblem] = []
  }

  package let source: ProfileSource
  /// What is wrong with the source as a whole; then none of its profiles is known.
  package let problem: ProfileProblem?
  private(set) var entries: [Entry] = []
  private var numbers: [String: Int] = [:]
  private let text: PlacedText?

  subscript(name: String) -> Entry? { numbers[name].map { entries[$0] } }

  var names: [String] { entries.map(\.name) }

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
      let place = PlacedText.place(of: error.offset, in: bytes)
      self.init(source, nil, ProfileProblem(.syntax(error.reason), in: source, at: place))
    }
  }

  /// The profiles of an object such as a file's `profiles`, which has no places.
  package init(_ source: ProfileSource, profiles: JSONValue) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("profiles")
    writer.value(profiles)
    writer.endObject()
    self.init(source, bytes: writer.bytes)
  }

  /// The profiles of the program's own files. Nothing in them is checked: tests have done so, and
  /// all are read before the first page of an unknown API.
  init(builtIn files: [[UInt8]]) {
    self.init(.builtIn, nil, nil)
    for file in files {
      guard let document = try? JSONDocument(file),
        let profiles = document.member("profiles", of: document.root)
      else { preconditionFailure("a built-in file of profiles is no JSON") }
      for (key, value) in document.members(of: profiles) {
        let name = document.string(key) ?? ""
        numbers[name] = entries.count
        entries.append(Entry(name: name, value: document.value(value), slices: (key, value)))
      }
    }
  }

  private init(_ source: ProfileSource, _ text: PlacedText?, _ problem: ProfileProblem?) {
    self.source = source
    self.text = text
    self.problem = problem
  }

  private init(_ source: ProfileSource, _ text: PlacedText) {
    let found = LibraryLayer.profiles(in: text, of: source)
    switch found {
    case .failure(let problem): self.init(source, nil, problem)
    case .success(let members):
      self.init(source, text, nil)
      for (key, value) in members { add(key, value, in: text) }
    }
  }

  private mutating func add(_ key: JSONSlice, _ value: JSONSlice, in text: PlacedText) {
    let name = text.document.string(key) ?? ""
    if let number = numbers[name] {
      entries[number].problems.append(
        ProfileProblem(
          .duplicateName(name), in: source, at: place(of: key, in: text), profile: name))
      return
    }
    numbers[name] = entries.count
    var entry = Entry(name: name, value: text.document.value(value), slices: (key, value))
    if !LibraryLayer.isName(name) {
      entry.problems.append(
        ProfileProblem(.name, in: source, at: place(of: key, in: text), profile: name))
    }
    for (key, path) in text.duplicates(in: value) {
      let cause = ProfileProblem.Cause.duplicateName(text.document.string(key) ?? "")
      entry.problems.append(
        ProfileProblem(
          cause, in: source, at: place(of: key, in: text), profile: name, path: path))
    }
    entries.append(entry)
  }

  /// Where something of a profile is: the name of what is unknown, else the value; what is not
  /// written in this profile is placed at its name.
  func place(of path: String, isName: Bool, in entry: Entry) -> ProfileProblem.Place? {
    guard let text else { return nil }
    guard let found = text.find(path, from: entry.slices.value) else {
      return place(of: entry.slices.name, in: text)
    }
    return place(of: isName ? found.name ?? entry.slices.name : found.value, in: text)
  }

  private func place(of slice: JSONSlice, in text: PlacedText) -> ProfileProblem.Place? {
    if case .file = source { text.place(of: slice) } else { nil }
  }

  /// 1 to 64 of `a-z 0-9 . _ -`.
  package static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
  }

  /// The members of `profiles`; `$schema` is for editors.
  private static func profiles(
    in text: PlacedText, of source: ProfileSource
  ) -> Result<[(key: JSONSlice, value: JSONSlice)], ProfileProblem> {
    func failure(_ error: JSONFieldError, _ slice: JSONSlice) -> ProfileProblem {
      ProfileProblem(.field(error), in: source, at: text.place(of: slice), path: error.path)
    }
    let document = text.document
    guard document.root.kind == .object else {
      let error = JSONFieldError("", expected: "an object with \"profiles\"")
      return .failure(failure(error, document.root))
    }
    var profiles: JSONSlice?
    for (key, value) in document.members(of: document.root) {
      let name = document.string(key) ?? ""
      switch name {
      case "$schema": continue
      case "profiles" where profiles == nil: profiles = value
      case "profiles":
        return .failure(
          ProfileProblem(.duplicateName(name), in: source, at: text.place(of: key)))
      default:
        let nearest = Nearest.name(to: name, in: ["profiles", "$schema"])
        let path = JSONFields.join("", name)
        return .failure(
          failure(JSONFieldError(path: path, problem: .unknown(nearest: nearest)), key))
      }
    }
    guard let profiles else {
      return .failure(
        failure(JSONFieldError(path: "profiles", problem: .missing), document.root))
    }
    guard profiles.kind == .object else {
      let error = JSONFieldError("profiles", expected: "an object")
      return .failure(failure(error, profiles))
    }
    let members = document.members(of: profiles)
    guard members.count <= profilesMax else {
      let cause = ProfileProblem.Cause.tooManyProfiles(maximum: profilesMax)
      return .failure(ProfileProblem(cause, in: source, at: text.place(of: profiles)))
    }
    return .success(members)
  }
}
