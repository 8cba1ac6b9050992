import Testing

@testable import Sessions

struct CheckpointSealTests {
  @Test func sealedTextOpensAsItWas() {
    let text = #"{"v":1,"sum":"x"}"#
    let sealed = CheckpointSeal.seal(text)
    #expect(sealed != text && CheckpointSeal.open(sealed) == text)
    #expect(CheckpointSeal.open(text) == nil)
  }

  @Test func anyChangeIsSeen() {
    let sealed = Array(CheckpointSeal.seal(#"{"v":1,"page":4,"start":75}"#).utf8)
    for place in sealed.indices {
      #expect(CheckpointSeal.open(String(decoding: sealed[..<place], as: UTF8.self)) == nil)
      for byte in [UInt8(ascii: "0"), UInt8(ascii: "9"), UInt8(ascii: "\"")]
      where byte != sealed[place] {
        var changed = sealed
        changed[place] = byte
        #expect(CheckpointSeal.open(String(decoding: changed, as: UTF8.self)) == nil)
      }
    }
  }
}
