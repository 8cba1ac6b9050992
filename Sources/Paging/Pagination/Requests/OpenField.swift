/// The fields of `open`, and what holds for each: the one table that other lists are made from.
package struct OpenField: Sendable {
  /// The properties of a field.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Belongs to one call: it is not kept with the settings, and is in no profile.
    package static let ofCall = Traits(rawValue: 1)
    /// Says where items come from or go to: it is in no profile.
    package static let ofPaginator = Traits(rawValue: 2)
    /// Makes the request, and nothing else.
    package static let ofRequest = Traits(rawValue: 4)
    /// Says what becomes of a response's items: stored runs are known by it.
    package static let ofItems = Traits(rawValue: 8)
    /// `configure` can change it.
    package static let changeable = Traits(rawValue: 16)
    /// Holds secrets as a whole.
    package static let secret = Traits(rawValue: 32)
    /// Detection finds it out, or has no use for it: it is not taken over from what was given.
    package static let detected = Traits(rawValue: 64)
  }

  package let name: String
  let traits: Traits

  private init(_ name: String, _ traits: Traits = []) {
    self.name = name
    self.traits = traits
  }

  /// Each field, in the order in which what is wrong is reported.
  package static let all = [
    OpenField("paginatorId", .ofCall), OpenField("profile", .ofCall),
    OpenField("checkpoint", .ofCall), OpenField("_meta", .ofCall),
    OpenField("workDoneToken", .ofCall), OpenField("partialResultToken", .ofCall),
    OpenField("store", .ofPaginator), OpenField("each", .ofPaginator), OpenField("slices"),
    OpenField("url", .ofRequest), OpenField("method", .ofRequest),
    OpenField("perPage", .changeable), OpenField("parameters", [.ofRequest, .changeable]),
    OpenField("headers", [.ofRequest, .changeable]), OpenField("body", .ofRequest),
    OpenField("pagination", .detected), OpenField("paginationMapping"), OpenField("ceiling"),
    OpenField("expired"), OpenField("noItems"),
    OpenField("inner", .ofItems),
    OpenField("identity"), OpenField("firstPage"), OpenField("fetching", .changeable),
    OpenField("limits", .changeable),
    OpenField("decode", [.changeable, .ofItems]),
    OpenField("itemsPath", [.changeable, .ofItems]),
    OpenField("responseDescriptors", [.changeable, .ofItems]),
    OpenField("mappings", [.changeable, .ofItems]), OpenField("prefetch", .changeable),
    OpenField("walk", .changeable),
    OpenField("placeholders", .changeable), OpenField("notifications", [.changeable, .detected]),
    OpenField("bounds", .changeable), OpenField("auth", [.ofRequest, .changeable, .secret]),
    OpenField("token", [.ofRequest, .changeable, .secret]),
  ]

  /// The names of the fields that have one of these traits.
  package static func names(_ traits: Traits) -> [String] {
    all.filter { !$0.traits.isDisjoint(with: traits) }.map(\.name)
  }
}
