import Secrets
import Text

/// Texts in which `***` matches any text.
enum MaskedText {
  /// True when something in the text is masked.
  static func isMasked(_ text: [UInt8]) -> Bool { text.contains(mask) }

  /// True when both texts may have been the same before parts of them were masked.
  static func agree(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first == second || matches(pattern: first, second) || matches(pattern: second, first)
  }

  /// True when the text is the pattern with any texts in the places of its masks.
  private static func matches(pattern: [UInt8], _ text: [UInt8]) -> Bool {
    guard isMasked(pattern) else { return false }
    let parts = parts(pattern)
    guard let first = parts.first, let last = parts.last,
      text.count >= first.count + last.count, text.starts(with: first)
    else { return false }
    guard text[(text.count - last.count)...].elementsEqual(last) else { return false }
    var rest = text[first.count..<(text.count - last.count)]
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }

  /// The texts around the masks; a run of stars is one mask.
  private static func parts(_ pattern: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < pattern.count {
      let run = pattern[index...].prefix { $0 == star }.count
      if run >= mask.count {
        parts.append(pattern[start..<index])
        start = index + run
      }
      index += max(1, run)
    }
    return parts + [pattern[start...]]
  }

  private static let star = UInt8(ascii: "*")
  static let mask = Array(Redactor.mask.utf8)
}
