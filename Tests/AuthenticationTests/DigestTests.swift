import Authentication
import Testing
import Text

/// A named case of a table, so that a failure names itself.
struct DigestCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let key: [UInt8]
  let message: [UInt8]
  let digest: String
}

/// SHA-256 against the examples of FIPS 180-4 and RFC 6234, HMAC against RFC 4231.
@Suite struct DigestTests {
  @Test(arguments: [
    DigestCase(
      testDescription: "nothing", key: [], message: [],
      digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    DigestCase(
      testDescription: "abc", key: [], message: Array("abc".utf8),
      digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    DigestCase(
      testDescription: "two blocks", key: [],
      message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    DigestCase(
      testDescription: "a million letters", key: [],
      message: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
      digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    DigestCase(
      testDescription: "one byte, RFC 6234", key: [], message: [0x19],
      digest: "68aa2e2ee5dff96e3355e6c7ee373e3d6a4e17f75f9518d843709c0c9bc3e3d4"),
  ])
  func sha256FollowsItsStandard(_ test: DigestCase) {
    #expect(SHA256.hexDigest(test.message) == test.digest)
  }

  /// Every length around the edges of a block, as the padding differs there.
  @Test func everyLengthIsPadded() {
    let digests = (0...200).map { SHA256.hexDigest([UInt8](repeating: 0, count: $0)) }
    #expect(Set(digests).count == digests.count)
    #expect(digests[55] == "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7")
    #expect(digests[56] == "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb")
    #expect(digests[64] == "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b")
  }

  @Test(arguments: [
    DigestCase(
      testDescription: "1", key: [UInt8](repeating: 0x0b, count: 20),
      message: Array("Hi There".utf8),
      digest: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    DigestCase(
      testDescription: "2, a key shorter than the digest", key: Array("Jefe".utf8),
      message: Array("what do ya want for nothing?".utf8),
      digest: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    DigestCase(
      testDescription: "3", key: [UInt8](repeating: 0xaa, count: 20),
      message: [UInt8](repeating: 0xdd, count: 50),
      digest: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    DigestCase(
      testDescription: "4", key: Array(1...25), message: [UInt8](repeating: 0xcd, count: 50),
      digest: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    DigestCase(
      testDescription: "6, a key longer than a block", key: [UInt8](repeating: 0xaa, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      digest: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    DigestCase(
      testDescription: "7, key and message longer than a block",
      key: [UInt8](repeating: 0xaa, count: 131),
      message: Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      digest: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ])
  func hmacFollowsRFC4231(_ test: DigestCase) {
    #expect(Hexadecimal.encode(HMAC.sha256(key: test.key, message: test.message)) == test.digest)
  }
}
