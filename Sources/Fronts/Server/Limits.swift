package import HTTP
package import RPC
package import Sessions
package import Store

/// What one process takes up at most. The executable makes it, everything below it reads its part,
/// and the tables of the READMEs are compared with it.
package struct Limits: Sendable {
  package var messages = RPCLimits()
  package var requests = CurlLimits()
  package var sessions = SessionLimits()
  package var files = WriterLimits()
  /// How long the last pages may take to be stored once no one is left to talk to.
  package var closingSecondsMax = 15.0

  /// The defaults.
  package init() {}
}
