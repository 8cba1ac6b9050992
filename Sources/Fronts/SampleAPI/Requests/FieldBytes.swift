import JSON

/// The characters that HTTP and URLs are made of.
extension ASCII {
  /// The byte in lower case where it is a Latin capital, else as it is.
  static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// The byte may be in a method or in a field name (RFC 9110 section 5.6.2, "tchar").
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// The byte may be in a field value: no control character but the tab.
  static func isFieldValue(_ byte: UInt8) -> Bool {
    (byte >= space && byte != 0x7F) || byte == tab
  }

  /// The byte may be in a `Host`: a name, an address, brackets, a port.
  static func isHost(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5B, 0x5D, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// The number that decimal digits spell; nil for none, for any other byte, and above Int.max.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowToo) = tens.addingReportingOverflow(Int(digit - 0x30))
      guard !overflow, !overflowToo else { return nil }
      number = sum
    }
    return number
  }
}
