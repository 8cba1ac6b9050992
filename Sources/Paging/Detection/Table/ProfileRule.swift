/// How well a response fits a profile. The quality is a factor of the score.
enum ProfileQuality: String, CaseIterable, ScoreRule {
  case whole, otherCarrier, noIdentity, noFlag, lastItem, ownSite, missingNumbers, missingCounts

  var row: ScoreRow {
    switch self {
    case .whole: .starts(1, because: "nothing that the profile reads is missing")
    case .otherCarrier: .adds(-0.2, because: "the request carries its parameters elsewhere")
    case .noIdentity: .adds(-0.15, because: "the items have not what identifies them")
    case .noFlag: .adds(-0.25, because: "the flag that decides the end is not there")
    case .lastItem: .adds(-0.1, because: "any item may have such a member")
    case .ownSite: .adds(0.05, "the API's own site", because: "the profile knows the host")
    case .missingNumbers: .adds(-1, because: "page numbers and offsets live by their counts")
    case .missingCounts: .adds(-0.2, because: "counts only help where the API says how to continue")
    }
  }
}

/// What a profile that fits is worth.
enum ProfileRule: String, CaseIterable, ScoreRule {
  case computed, explicit, document, marked, link, requestedOffset, requested, parameter

  /// Weight of quality and rarity on top of the starting score.
  var share: Double { self == .computed ? 0.5 : self == .explicit ? 0.3 : 0 }

  var row: ScoreRow {
    switch self {
    case .computed: .starts(0.35, because: "counts have the same names on many APIs")
    case .explicit: .starts(0.6, because: "a token where the profile has its own")
    case .document: .starts(0.8, because: "all that marks this document is there")
    case .marked: .starts(0.96, because: "members that only this API has")
    case .link: .starts(0.3, because: "the link has a finding of its own")
    case .requestedOffset: .adds(0.2, because: "the request has the profile's offset")
    case .requested: .adds(0.05, because: "the request has the profile's parameter")
    case .parameter: .adds(0.02, because: "the request has what the profile sends")
    }
  }
}
