package import JSON
import Pagination
import Text

/// All profiles that are known: the built-in ones, and those of the caller, which may hide them.
///
/// The caller's profiles may extend others: of the same source, of a weaker one, or built-in ones.
/// `extends` of a profile's own name means the profile that it hides.
package struct ProfileLibrary: Sendable {
  /// The maximum number of profiles that extend each other in a row.
  package static let stepsMax = 16

  /// Those of the caller, strongest first.
  private let own: [LibraryLayer]
  /// The built-in profiles are read when they are first needed.
  private var layers: [LibraryLayer] { own + [BuiltInProfiles.layer] }

  /// Nothing but the built-in profiles.
  package static let builtIn = ProfileLibrary([])

  /// The sources, strongest first; the built-in profiles come after all of them.
  package init(_ sources: [LibraryLayer]) {
    own = sources
  }

  /// One profile, with all that it extends merged in.
  ///
  /// Returns nil if there is no profile of that name. Throws if the profile, or one that it
  /// extends, is invalid, or if a source as a whole is, as it may hide any profile.
  package func profile(named name: String) throws(ProfileProblem) -> Profile? {
    if let problem = layers.lazy.compactMap(\.problem).first { throw problem }
    guard let layer = layer(of: name, from: 0) else { return nil }
    return try profile(name, in: layer)
  }

  /// Every profile that is not hidden and not wrong, the strongest source's first.
  package var all: [Profile] {
    var known: Set<String> = []
    return layers.indices.flatMap { layer in
      layers[layer].names.compactMap { name in
        guard known.insert(name).inserted else { return nil }
        return try? profile(name, in: layer)
      }
    }
  }

  /// The names of these. The built-in profiles are not read for it, unless others extend them.
  package var names: [String] {
    var known: Set<String> = []
    let named = own.indices.flatMap { layer in
      own[layer].names.filter { name in
        known.insert(name).inserted && (try? profile(name, in: layer)) != nil
      }
    }
    return named + BuiltInProfiles.names.filter { known.insert($0).inserted }
  }

  /// The sources, the strongest first, without the built-in one.
  package var sources: [ProfileSource] { own.map(\.source) }

  /// The name of a known profile that may have been meant.
  package func nearestName(to name: String) -> String? {
    DidYouMean.names(to: name, in: layers.flatMap(\.names)).first
  }

  /// The params of `open`, complete with what a profile gives, with `{env:NAME}` replaced in what
  /// comes from files, and the values of those variables, which are secrets but in `url`.
  package func complete(
    _ given: JSONObject, with profile: Profile, variable: (String) -> String?
  ) throws(ProfileProblem) -> (params: JSONObject, secrets: [String]) {
    let merged = JSONValue.object(ParameterMerge.complete(given, with: profile))
    guard let layer = layer(of: profile.name, from: 0) else {
      return (merged.objectValue ?? JSONObject(), [])
    }
    let chain = try chain(profile.name, in: layer)
    let own = JSONValue.object(given)
    var secrets: [String] = []
    let filled = try merged.mapTexts { path, text throws(ProfileProblem) in
      guard EnvironmentReferences.areIn(text), own.value(at: path)?.stringValue != text,
        let link = chain.first(where: { $0.entry.value.value(at: path)?.stringValue == text }),
        layers[link.layer].source.hasVariables
      else { return text }
      do throws(EnvironmentReferences.Failure) {
        let (filled, values, _) = try EnvironmentReferences.fill(text, variable)
        if path != "url" { secrets += values }
        return filled
      } catch {
        throw problem(of: error, at: path, link)
      }
    }
    return (filled.objectValue ?? JSONObject(), secrets)
  }

  private func problem(
    of failure: EnvironmentReferences.Failure, at path: String, _ link: Link
  ) -> ProfileProblem {
    switch failure {
    case .name: problem(.variableName, path, link)
    case .variable(let name): problem(.variable(name), path, link)
    }
  }

  // MARK: what extends what

  /// One profile of those that extend each other.
  private struct Link {
    let layer: Int
    let entry: LibraryLayer.Entry
  }

  private func layer(of name: String, from first: Int) -> Int? {
    layers.indices.dropFirst(first).first { layers[$0][name] != nil }
  }

  /// The profile, what it extends, what that extends, and so on.
  private func chain(_ name: String, in layer: Int) throws(ProfileProblem) -> [Link] {
    guard let entry = layers[layer][name] else { return [] }
    var chain = [Link(layer: layer, entry: entry)]
    while let link = chain.last, let base = link.entry.value["extends"]?.stringValue {
      let isHidden = base == link.entry.name
      guard let next = self.layer(of: base, from: isHidden ? link.layer + 1 : link.layer),
        let entry = layers[next][base]
      else {
        let others = layers[link.layer...].flatMap(\.names).filter { $0 != base }
        let near = DidYouMean.names(to: base, in: others).first
        throw problem(.unknownBase(base, near: near), "extends", link)
      }
      if chain.contains(where: { $0.layer == next && $0.entry.name == base }) {
        throw problem(.circle(chain.map(\.entry.name) + [base]), "extends", chain[0])
      }
      guard chain.count <= ProfileLibrary.stepsMax else {
        throw problem(.tooManySteps(maximum: ProfileLibrary.stepsMax), "extends", chain[0])
      }
      chain.append(Link(layer: next, entry: entry))
    }
    return chain
  }

  private func problem(_ cause: ProfileProblem.Cause, _ path: String, _ link: Link)
    -> ProfileProblem
  {
    let layer = layers[link.layer]
    var isName = false
    if case .field(let error) = cause, case .unknown = error.problem { isName = true }
    return ProfileProblem(
      cause, in: layer.source, at: layer.place(of: path, isName: isName, in: link.entry),
      profile: link.entry.name, path: path)
  }

  private func profile(_ name: String, in layer: Int) throws(ProfileProblem) -> Profile {
    let chain = try chain(name, in: layer)
    for link in chain where layers[link.layer].source != .builtIn {
      if let problem = try ownProblems(link).first { throw problem }
    }
    let (about, open) = merged(chain)
    let hidden = self.layer(of: name, from: layer + 1)
    return Profile(
      name: name, open: open, about: about, source: layers[layer].source,
      hides: hidden.map { layers[$0].source })
  }

  /// The members of the profiles, each one's over those of what it extends.
  private func merged(_ chain: [Link]) -> (about: JSONObject, open: JSONObject) {
    var (about, open) = (JSONObject(), JSONObject())
    for link in chain.reversed() {
      var params = JSONObject()
      for (name, value) in link.entry.value.objectValue?.members ?? [] where value != .null {
        if Profile.aboutNames.contains(name) { about[name] = value }
        if !ProfileLibrary.ownNames.contains(name) { params[name] = value }
      }
      open = ParameterMerge.apply(params, to: open)
    }
    return (about, open)
  }

  // MARK: checking

  /// Returns the problems of a source and its profiles, in the order of the text.
  ///
  /// `read`: reads params of `open`, and throws where they are wrong.
  package func problems(
    in source: ProfileSource, reading read: (ProfileContent) throws(JSONFieldError) -> Void
  ) -> [ProfileProblem] {
    var problems: [ProfileProblem] = []
    for (number, layer) in layers.enumerated() where layer.source == source {
      if let problem = layer.problem { problems.append(problem) }
      for entry in layer.entries where problems.count < LibraryLayer.problemsMax {
        problems += self.problems(Link(layer: number, entry: entry), read)
      }
    }
    let sorted = problems.enumerated().sorted { left, right in
      let (first, second) = (left.element.place, right.element.place)
      if let first, let second, first != second { return first < second }
      return left.offset < right.offset
    }
    return sorted.map(\.element)
  }

  /// Returns the problems of one profile's params as they are merged.
  package func problems(
    of profile: Profile, reading read: (ProfileContent) throws(JSONFieldError) -> Void
  ) -> [ProfileProblem] {
    guard let layer = layer(of: profile.name, from: 0), let entry = layers[layer][profile.name]
    else { return [] }
    return problems(Link(layer: layer, entry: entry), read)
  }

  private func problems(
    _ link: Link, _ read: (ProfileContent) throws(JSONFieldError) -> Void
  ) -> [ProfileProblem] {
    do throws(ProfileProblem) {
      let own = try ownProblems(link)
      let chain = try chain(link.entry.name, in: link.layer)
      let base = chain.count > 1 ? errors(in: merged(Array(chain.dropFirst())), read) : []
      let params = errors(in: merged(chain), read).filter { !base.contains($0) }
        .map { problem(.field($0), $0.path, link) }
      return own + params
    } catch {
      return ((try? ownProblems(link)) ?? []) + [error]
    }
  }

  private func errors(
    in members: (about: JSONObject, open: JSONObject),
    _ read: (ProfileContent) throws(JSONFieldError) -> Void
  ) -> [JSONFieldError] {
    let stand = JSONValue.object(members.open).mapTexts { path, text in
      path == "url" ? ProfileLibrary.standIn(text) : text
    }
    var object = stand.objectValue ?? members.open
    object["authentication"] = members.about["authentication"]
    let errors = FieldCheck.errors(in: object) { params throws(JSONFieldError) in
      var open = params
      open["authentication"] = nil
      if open["url"] == nil { open["url"] = "https://api.example.com/" }
      try read(ProfileContent(open: open, authentication: params["authentication"]))
    }
    return errors.map { error in
      guard error.problem == .unknown(nearest: nil) else { return error }
      let names = Profile.aboutNames.union(["extends"])
      let nearest = DidYouMean.name(to: error.path, in: names)
      return JSONFieldError(path: error.path, problem: .unknown(nearest: nearest))
    }
  }

  /// A URL that can be checked without the environment: a variable may be the whole of it.
  private static func standIn(_ url: String) -> String {
    guard EnvironmentReferences.areIn(url) else { return url }
    let begins = url.hasPrefix("{env:")
    let filled = try? EnvironmentReferences.fill(url) { _ in "x" }
    guard let text = filled?.text else { return url }
    return begins ? "https://api.example.com/" + text.dropFirst() : text
  }

  /// Returns the problems of a profile's members that are not params of `open`.
  private func ownProblems(_ link: Link) throws(ProfileProblem) -> [ProfileProblem] {
    guard let object = link.entry.value.objectValue else {
      let error = JSONFieldError("", expected: "an object")
      return link.entry.problems + [problem(.field(error), "", link)]
    }
    let about = JSONObject(object.members.filter { ProfileLibrary.ownNames.contains($0.key) })
    let errors = FieldCheck.errors(in: about) { members throws(JSONFieldError) in
      var fields = JSONFields(members)
      try ProfileLibrary.readAbout(&fields)
    }
    var marks: [ProfileProblem] = []
    if layers[link.layer].source.hasVariables {
      _ = link.entry.value.mapTexts { path, text in
        do throws(EnvironmentReferences.Failure) {
          _ = try EnvironmentReferences.fill(text) { _ in "x" }
        } catch {
          marks.append(problem(of: error, at: path, link))
        }
        return text
      }
    }
    return link.entry.problems + errors.map { problem(.field($0), $0.path, link) }
      + ProfileLibrary.localNames(in: link.entry.value).map { problem(.field($0), $0.path, link) }
      + marks
  }

  /// Returns an error for each member of a profile that names a file or a socket of the machine. A
  /// profile may come from anyone: it leads requests to its URL, and never to files or sockets.
  /// Only the caller can do that.
  package static func localNames(in profile: JSONValue) -> [JSONFieldError] {
    localNames.compactMap { path in
      guard let value = profile.value(at: path), value != .null else { return nil }
      return JSONFieldError(path, expected: "absent: profiles name no files and no sockets")
    }
  }

  private static let localNames = [
    "auth.refreshTokenFile", "fetching.caFile", "fetching.unixSocket",
  ]

  /// The members of a profile that are no params of `open`, and those of `open` that belong to one
  /// paginator, so that a profile has none of them.
  private static let ownNames = Profile.aboutNames.union(["extends"])
    .union(OpenField.names([.ofCall, .ofPaginator]))

  private static func readAbout(_ fields: inout JSONFields) throws(JSONFieldError) {
    _ = try fields.string("title")
    _ = try fields.string("extends")
    _ = try fields.integer("perPageMax", in: 1...Pager.perPageMax)
    if case .string? = fields.object["documentation"] {
      _ = fields.value("documentation")
    } else if var documentation = try fields.fields("documentation") {
      _ = try documentation.string("url")
      _ = try documentation.strings("notes")
      for (name, value) in try documentation.fields("parameters")?.object.members ?? []
      where value.stringValue == nil {
        let path = JSONFields.join(documentation.path(of: "parameters"), name)
        throw JSONFieldError(path, expected: "a string")
      }
      try documentation.finish()
    }
    _ = fields.value("authentication")  // read with the params
    if let signature = try fields.fields("signature") {
      for (path, value) in signature.object.members {
        guard (try? JSONPath(path)) != nil else { throw signature.error(path, expected: "null") }
        if value.objectValue != nil || value.arrayValue != nil {
          throw signature.error(path, expected: "a value of the response, or null for any")
        }
      }
    }
    try fields.finish()
  }
}

/// The parts of a profile that others read: its params, and how its API takes a token.
package struct ProfileContent: Sendable {
  /// With a `url`, which a profile need not have.
  package let open: JSONObject
  package let authentication: JSONValue?
}
