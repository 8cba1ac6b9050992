extension CredentialScan {
  private static let punctuation = Array(")]},.:;'!?".utf8)

  /// A value without the punctuation of the sentence around it: `key=***` of "(see /a?key=***): no".
  func withoutPunctuation(_ value: Range<Int>) -> Range<Int> {
    let text = bytes[value]
    let end = text.lastIndex { !Self.punctuation.contains($0) }.map { $0 + 1 } ?? value.lowerBound
    return value.lowerBound..<end
  }

  /// The text with each of these ranges, which may overlap, replaced by the mask.
  func masked(_ places: [Range<Int>]) -> String {
    String(decoding: maskedBytes(places), as: UTF8.self)
  }

  /// The bytes of that text.
  func maskedBytes(_ places: [Range<Int>]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard place.upperBound > index, !place.isEmpty else { continue }
      if place.lowerBound >= index {
        output += bytes[index..<place.lowerBound]
        output += Redactor.mask.utf8
      }
      index = place.upperBound
    }
    output += bytes[index...]
    return output
  }
}
