import System
import Testing

@Suite struct LoopbackAddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1"), ("127.1.2.255", "127.1.2.255"),
    ("::1", "[::1]"), ("[::1]", "[::1]"),
  ]) func loopbackIsTaken(_ host: String, _ text: String) {
    #expect(LoopbackAddress(host)?.text == text)
  }

  @Test(arguments: [
    "", "0.0.0.0", "128.0.0.1", "127.0.0", "127.0.0.256", "127.0.0.1.1", "127.0.0.-1", "::",
    "example.com", "192.168.1.1", "127.0.0.0001", "127..0.1",
  ]) func everythingElseIsNot(_ host: String) {
    #expect(LoopbackAddress(host) == nil)
  }
}
