import System

/// The certificates of trusted issuers, for requests that name no file of their own.
package struct TrustStore: Sendable, Hashable {
  /// A PEM file to use instead of the system's; nil uses the system's.
  package var file: String?
  /// A folder of PEM files that are named by the hash of their subject; nil takes the system's.
  package var folder: String?

  package init(file: String? = nil, folder: String? = nil) {
    self.file = file
    self.folder = folder
  }

  /// The store named by `SSL_CERT_FILE` and `SSL_CERT_DIR`, as with other programs.
  package static var environment: TrustStore {
    TrustStore(file: Process.variable("SSL_CERT_FILE"), folder: Process.variable("SSL_CERT_DIR"))
  }
}
