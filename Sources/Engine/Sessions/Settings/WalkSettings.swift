package import JSON

/// Settings for walking lists that may change while they are read: `walk` of the params of `open`
/// and of one walk.
///
///     {"exact": true, "passes": 3}
package struct WalkSettings: Sendable {
  /// True when exact walks are requested; nil if not given.
  private let isAskedFor: Bool?
  /// The table that the items go to is pruned, so that walks are exact unless that is declined.
  private let isForPruning: Bool
  /// The most times the list is read; nil if not given.
  package let passesMax: Int?

  /// The number of passes that may be requested.
  package static let passesLimit = 1...20

  /// Reads the member `walk`, which may be missing.
  package init(_ fields: inout JSONFields) throws(JSONFieldError) {
    var members = try fields.section("walk")
    isAskedFor = try members.boolean("exact")
    isForPruning = false
    passesMax = try members.integer("passes", in: Self.passesLimit)
    try members.finish()
  }

  /// Settings that a command gives.
  package init(isExact: Bool? = nil, passesMax: Int? = nil, isForPruning: Bool = false) {
    (isAskedFor, self.isForPruning) = (isExact, isForPruning)
    self.passesMax = passesMax
  }

  /// Pages are requested so that rows that move are noticed; nil: not given.
  var isExact: Bool? { isForPruning ? true : isAskedFor }

  /// True when nothing but an exact walk will do: an interrupted one that prunes has the next run.
  var isStrict: Bool { isAskedFor == true }

  /// These settings, where they are given, over others.
  func over(_ others: WalkSettings) -> WalkSettings {
    WalkSettings(
      isExact: isAskedFor ?? others.isAskedFor, passesMax: passesMax ?? others.passesMax,
      isForPruning: isForPruning || others.isForPruning)
  }

  /// The number of times an exact walk reads a list that cannot be walked otherwise.
  private static let exactPasses = 3

  /// The most times the list is read.
  var passes: Int { passesMax ?? (isExact == true ? WalkSettings.exactPasses : 1) }
}
