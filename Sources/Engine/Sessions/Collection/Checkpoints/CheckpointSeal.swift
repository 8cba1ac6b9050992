import Text

/// The last member of a checkpoint: a digest of the others, so that a damaged one is known.
///
///     {"v":1,"page":4}   becomes   {"v":1,"page":4,"sum":"5d41402abc4b2a76"}
///
/// It guards against accidents, not against forgers: a checkpoint says only where to continue.
package enum CheckpointSeal {
  private static let mark = ",\"sum\":\""
  private static let digestBytesMax = 16

  /// The text with its digest.
  package static func seal(_ text: String) -> String {
    guard text.utf8.last == ASCII.rightBrace else { return text }
    return String(Substring(text.utf8.dropLast())) + mark + digest(text) + "\"}"
  }

  /// The text without its digest; nil where they do not fit.
  package static func open(_ text: String) -> String? {
    let end = Substring(text.utf8.suffix(mark.utf8.count + digestBytesMax + 2))
    guard let place = end.firstRange(of: mark) else { return nil }
    let body = text[..<place.lowerBound] + "}"
    return seal(String(body)) == text ? String(body) : nil
  }

  private static func digest(_ text: String) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(text)
    return fingerprint.text
  }
}
