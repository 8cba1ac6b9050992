/// A revision of the Model Context Protocol, by its date.
package enum Revision: String, Sendable, CaseIterable, Comparable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// Without a handshake: each request says which revision it is of.
  case july2026 = "2026-07-28"

  package static func < (left: Revision, right: Revision) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The revision of a session for a client that offers this one in `initialize`.
  static func negotiated(_ offer: String?) -> Revision {
    let revision = offer.flatMap { Revision(rawValue: $0) }
    return revision.flatMap { $0.isStateless ? nil : $0 } ?? .november2025
  }

  var isStateless: Bool { self == .july2026 }

  /// Whether tools have annotations, and progress has words.
  var hasAnnotations: Bool { self >= .march2025 }

  /// Whether results may be structured and link to resources.
  var hasStructure: Bool { self >= .june2025 }

  /// Whether several messages may come in one array.
  var hasBatches: Bool { self == .march2025 }
}
