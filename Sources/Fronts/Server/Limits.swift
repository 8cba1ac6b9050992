package import HTTP
package import RPC
package import Sessions
package import Store

/// Upper limits for one process. The executable makes them, everything below it reads its part, and
/// the tables of the READMEs are compared with them.
package struct Limits: Sendable {
  package var messages = RPCLimits()
  package var requests = CurlLimits()
  package var sessions = SessionLimits()
  package var files = WriterLimits()
  /// Longest time to store the last pages once the client is gone.
  package var closingSecondsMax = 15.0

  /// The defaults.
  package init() {}
}
