import Testing

@testable import JSON

@Suite struct PathTrieTests {
  /// Keys around the lengths at which they are compared by one word, by two and by bytes.
  static let lengths = Array(1...33)

  /// What a pass picks under the key; the text ends with the object.
  private static func picked(_ key: [UInt8], _ text: [UInt8]) throws -> String? {
    var plan = JSONPlan()
    _ = plan.capture(
      JSONPath(components: [JSONPath.Component(String(decoding: key, as: UTF8.self))]))
    let scan = try JSONDocument.scan(text, plan: plan)
    let slot = scan.slots[0]
    return slot.isAbsent ? nil : String(decoding: text[slot.range], as: UTF8.self)
  }

  private static func object(_ key: [UInt8], _ rest: String = "") -> [UInt8] {
    Array("{\"".utf8) + key + Array("\":7\(rest)}".utf8)
  }

  @Test(arguments: lengths) func aKeyIsFoundAndNoneThatDiffersInOneByte(length: Int) throws {
    let key = (0..<length).map { UInt8(0x61 + $0 % 26) }
    for rest in ["", #","other":[1,2,3,4,5,6,7,8]"#] {
      #expect(try Self.picked(key, Self.object(key, rest)) == "7")
      for place in key.indices {
        var other = key
        other[place] ^= 0x08
        #expect(try Self.picked(key, Self.object(other, rest)) == nil)
      }
      #expect(try Self.picked(key, Self.object(key + [0x61], rest)) == nil)
      #expect(try Self.picked(key, Self.object(Array(key.dropLast()), rest)) == nil)
    }
  }

  /// A plan's key with a quote in it must not fit a text in which that quote ends the key.
  @Test func aKeyThatIsWrittenWithEscapesFitsNoPlainText() throws {
    let padding = #","other":[1,2,3,4,5,6,7,8]"#
    for key in [#"a":7,"b"#, #"a\b"#, "a\nb"] {
      #expect(
        try Self.picked(Array(key.utf8), Self.object(Array(#"a":7,"b"#.utf8), padding)) == nil)
    }
    #expect(try Self.picked(Array(#"a"b"#.utf8), Self.object(Array(#"a\"b"#.utf8), padding)) == "7")
    #expect(try Self.picked(Array("é".utf8), Self.object(Array("é".utf8), padding)) == "7")
    #expect(throws: JSONSyntaxError.self) {
      try Self.picked(Array("a\nb".utf8), Self.object(Array("a\nb".utf8), padding))
    }
  }

  /// More elements than room is made for at first, of very different sizes.
  @Test func listsGrowToTheirEnd() throws {
    var plan = JSONPlan()
    _ = plan.captureList(
      try JSONPath("list"), elementPaths: [try JSONPath("id"), try JSONPath("x")])
    for count in [1, 127, 128, 129, 1_000, 5_000] {
      let elements = (0..<count).map { number in
        number.isMultiple(of: 3)
          ? #"{"id":\#(number),"text":"\#(String(repeating: "t", count: number % 500))"}"#
          : "{\"id\":\(number)}"
      }
      let text = Array("{\"list\":[\(elements.joined(separator: ","))]}".utf8)
      let list = try JSONDocument.scan(text, plan: plan).lists[0]
      #expect(list.elements.count == count)
      #expect(list.elementSlots.count == 2 * count)
      for number in 0..<count {
        #expect(
          String(decoding: text[list.elementSlots[2 * number].range], as: UTF8.self) == "\(number)")
        #expect(list.elementSlots[2 * number + 1].isAbsent)
      }
    }
  }
}
