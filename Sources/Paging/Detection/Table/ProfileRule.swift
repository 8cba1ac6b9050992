/// Scores how well a response fits a profile. The quality is a factor of the score.
enum ProfileQuality: String, CaseIterable, ScoreRule {
  case whole, otherCarrier, noFlag, ownSite, missingNumbers, missingCounts

  var row: ScoreRow {
    switch self {
    case .whole: .starts(1)  // Nothing that the profile reads is missing.
    case .otherCarrier: .adds(-0.2)  // The request carries its parameters elsewhere.
    case .noFlag: .adds(-0.25)  // The flag that decides the end is not there.
    case .ownSite: .adds(0.05, "the API's own site")  // The profile knows the host.
    case .missingNumbers: .adds(-1)  // Page numbers and offsets live by their counts.
    case .missingCounts: .adds(-0.2)  // Counts only help where the API says how to continue.
    }
  }
}

/// Scores for a profile that fits.
enum ProfileRule: String, CaseIterable, ScoreRule {
  case computed, explicit, document, marked, link, requested

  /// Weight of quality and rarity on top of the starting score.
  var share: Double { self == .computed ? 0.5 : self == .explicit ? 0.3 : 0 }

  var row: ScoreRow {
    switch self {
    case .computed: .starts(0.35)  // Counts have the same names on many APIs.
    case .explicit: .starts(0.6)  // A token where the profile has its own.
    case .document: .starts(0.8)  // All that marks this document is there.
    case .marked: .starts(0.96)  // Members that only this API has.
    case .link: .starts(0.3)  // The link has a finding of its own.
    case .requested: .adds(0.1)  // The request has the profile's parameter.
    }
  }
}
