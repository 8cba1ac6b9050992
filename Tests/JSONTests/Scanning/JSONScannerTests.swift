import Foundation
import TestSupport
import Testing

@testable import JSON

/// Random texts against Foundation's parser, which is another's work.
///
/// Foundation takes trailing commas and guesses encodings; it refuses lone surrogates and numbers
/// beyond a double. Texts in which that is the difference are left out.
@Suite struct JSONScannerTests {
  @Test func agreesWithFoundationOnRandomTexts() {
    var random = SeededGenerator("valid texts")
    let texts = JSONText(isPlain: true)
    for _ in 0..<1500 {
      let text = texts.value(&random)
      let bytes = Array(text.utf8)
      guard let document = try? JSONDocument(bytes) else {
        Issue.record("rejected: \(text)")
        return
      }
      guard let reference = foundation(bytes) else {
        Issue.record("Foundation rejects: \(text)")
        return
      }
      #expect(same(document.value(document.root), reference), "\(text)")
    }
  }

  @Test func agreesWithFoundationOnDamagedTexts() {
    var random = SeededGenerator("damaged texts")
    let texts = JSONText(isPlain: true)
    var accepted = 0
    for _ in 0..<6000 {
      let bytes = random.damaged(Array(texts.value(&random, depth: 3).utf8))
      let error = syntaxError(bytes)
      if let error { verifyOffset(bytes, error) }
      if error == nil { accepted += 1 }
      if isBeyondFoundation(bytes) { continue }
      let shown = String(decoding: bytes, as: UTF8.self)
      #expect((error == nil) == (foundation(bytes) != nil), "\(shown) \(bytes)")
    }
    #expect(accepted > 100)
  }

  /// Wherever an escape stands in the words that are read at once, and whatever stands before it.
  @Test func escapesAreKnownAtEveryPlace() {
    let letters = Set(#""\/bfnrt"#.utf8)
    for before in ["", #"\n"#, "é"] {
      for place in 0..<34 {
        for letter in UInt8.min...UInt8.max {
          let text = before + String(repeating: "x", count: place)
          let bytes =
            Array("\"\(text)\\".utf8) + [letter] + Array("yyyyyyyyyyyyyyyyyyyy\"".utf8)
          let error = syntaxError(bytes)
          #expect((error == nil) == letters.contains(letter), "\(before) \(place) \(letter)")
          if error != nil, letter != UInt8(ascii: "u") {
            #expect(error?.offset == text.utf8.count + 2)
          }
        }
      }
    }
  }

  /// Wherever a byte that ends plain text stands in the bytes that are read at once.
  @Test func endsOfPlainTextAreKnownAtEveryPlace() {
    let text = Array(repeating: UInt8(ascii: "x"), count: 34)
    for place in text.indices.dropLast() {
      for byte in UInt8.min...UInt8.max {
        var bytes = [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
        bytes[place + 1] = byte
        let error = syntaxError(bytes)
        switch byte {
        case UInt8(ascii: "\""):
          #expect(error == JSONSyntaxError(.trailingBytes, place + 2), "\(place)")
        case UInt8(ascii: "\\"):
          #expect(error == JSONSyntaxError(.invalidEscape, place + 2), "\(place)")
        case ..<0x20:
          #expect(error == JSONSyntaxError(.controlCharacter, place + 1), "\(place) \(byte)")
        case 0x80...:
          #expect(error?.reason == .invalidUTF8, "\(place) \(byte)")
        default:
          #expect(error == nil, "\(place) \(byte)")
        }
      }
    }
  }

  private func foundation(_ bytes: [UInt8]) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
  }

  /// Whether the text holds what Foundation is known to judge otherwise.
  private func isBeyondFoundation(_ bytes: [UInt8]) -> Bool {
    if bytes.contains(0) || bytes.starts(with: [0xEF]) { return true }
    let text = String(decoding: bytes, as: UTF8.self)
    let patterns = [#",\s*[\]}]"#, #"\\u[dD][89a-fA-F]"#, #"\d{3,}[eE]|[eE][+-]?0*\d{2,}"#]
    return patterns.contains { text.range(of: $0, options: .regularExpression) != nil }
  }

  private func same(_ value: JSONValue, _ reference: Any) -> Bool {
    switch value {
    case .null: return reference is NSNull
    case .string(let string): return reference as? String == string
    case .boolean(let boolean): return (reference as? NSNumber)?.boolValue == boolean
    case .number(let number):
      guard let double = number.double, let other = (reference as? NSNumber)?.doubleValue else {
        return false
      }
      return abs(double - other) <= abs(double) * 1e-12
    case .array(let elements):
      guard let others = reference as? [Any], others.count == elements.count else { return false }
      return zip(elements, others).allSatisfy { same($0, $1) }
    case .object(let object):
      guard let others = reference as? [String: Any], others.count == object.count else {
        return false
      }
      return object.members.allSatisfy { member in
        others[member.key].map { same(member.value, $0) } ?? false
      }
    }
  }
}
