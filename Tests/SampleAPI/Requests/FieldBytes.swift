import Text

/// The characters that HTTP and URLs are made of.
extension ASCII {
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
}
