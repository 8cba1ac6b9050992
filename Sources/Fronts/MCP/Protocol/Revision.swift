/// A revision of the Model Context Protocol, by its date.
enum Revision: String {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// Without a handshake: each request says which revision it is of.
  case july2026 = "2026-07-28"

  /// The revision of a session for a client that offers this one in `initialize`.
  static func negotiated(_ offer: String) -> Revision {
    Revision(rawValue: offer).flatMap { $0.isStateless ? nil : $0 } ?? .november2025
  }

  var isStateless: Bool { self == .july2026 }
  /// True when tools have annotations, and progress has a message.
  var hasAnnotations: Bool { self != .november2024 }
  /// True when results may be structured and link to resources.
  var hasStructure: Bool { hasAnnotations && self != .march2025 }
  /// True when several messages may come in one array.
  var hasBatches: Bool { self == .march2025 }
}
