/// How far detection has come, where the client leaves it to us how the API pages.
enum DetectionPhase: Sendable {
  /// It has seen no response.
  case open
  /// It has a candidate, and the second page has not confirmed it yet: only the first two pages
  /// can be requested.
  case onTrial
  /// The second page has been judged.
  case judged
}
