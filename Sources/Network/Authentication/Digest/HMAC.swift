/// Keyed hashing for message authentication (RFC 2104) with SHA-256.
package enum HMAC {
  /// The 32 bytes that prove knowledge of the key for the message.
  package static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
    var key = key.count > SHA256.blockBytes ? SHA256.digest(key) : key
    key += [UInt8](repeating: 0, count: SHA256.blockBytes - key.count)
    let inner = SHA256.digest(key.map { $0 ^ 0x36 } + message)
    return SHA256.digest(key.map { $0 ^ 0x5c } + inner)
  }
}
