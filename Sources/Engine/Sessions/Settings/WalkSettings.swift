package import JSON

/// How lists are walked that may change while they are read: `walk` of the params of `open` and of
/// one walk.
///
///     {"exact": true, "passes": 3}
package struct WalkSettings: Sendable {
  /// Pages are requested so that rows that move are noticed; nil: not given.
  package private(set) var isExact: Bool?
  /// How often the list is read at most; nil: not given.
  package let passesMax: Int?

  /// The number of passes that may be asked for.
  package static let passesLimit = 1...20

  /// Reads the member `walk`, which may be missing.
  package init(_ fields: inout JSONFields) throws(JSONFieldError) {
    var members = try fields.section("walk")
    isExact = try members.boolean("exact")
    passesMax = try members.integer("passes", in: Self.passesLimit)
    try members.finish()
  }

  /// Settings that a command gives.
  package init(isExact: Bool? = nil, passesMax: Int? = nil) {
    self.isExact = isExact
    self.passesMax = passesMax
  }

  /// These settings, where they are given, over others.
  func over(_ others: WalkSettings) -> WalkSettings {
    WalkSettings(isExact: isExact ?? others.isExact, passesMax: passesMax ?? others.passesMax)
  }

  /// How often an exact walk reads a list that cannot be walked otherwise.
  private static let exactPasses = 3

  /// How often the list is read at most.
  var passes: Int { passesMax ?? (isExact == true ? WalkSettings.exactPasses : 1) }
}
