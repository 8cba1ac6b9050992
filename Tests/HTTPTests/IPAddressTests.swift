import System
import Testing

@testable import HTTP

@Suite struct IPAddressTests {
  @Test(arguments: [
    "127.0.0.1", "127.255.255.254", "127.1", "0x7f000001", "2130706433", "017700000001", "0",
    "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "169.254.169.254", "172.16.0.1",
    "172.31.255.255", "192.168.1.1", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.1",
    "203.0.113.9", "224.0.0.1", "255.255.255.255", "168.63.129.16",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::127.0.0.1", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1",
    "2001::1", "2001:db8::1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "100::1",
    "3fff::1", "localhost",
  ])
  func addressesThatAreNotPublicAreKnownInEverySpelling(text: String) throws {
    let addresses = try #require(HostLookup.addresses(of: text))
    #expect(addresses.allSatisfy { IPAddress($0)?.isPublic == false })
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1",
    "192.167.1.1", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450::1", "64:ff9b::808:808",
    "2002:808:808::1",
  ])
  func addressesOfTheInternetArePublic(text: String) throws {
    let addresses = try #require(HostLookup.addresses(of: text))
    #expect(addresses.allSatisfy { IPAddress($0)?.isPublic == true })
  }

  @Test func otherNumbersOfBytesAreNoAddress() {
    #expect(IPAddress([]) == nil)
    #expect(IPAddress([1, 2, 3, 4, 5]) == nil)
  }
}
