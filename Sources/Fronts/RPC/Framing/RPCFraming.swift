/// The way messages are separated on the wire.
///
/// Without a choice from outside the first byte that is not white space decides: `{` or `[` means
/// lines, anything else headers.
package enum RPCFraming: String, Sendable, CaseIterable {
  /// `Content-Length: 17`, an empty line and then 17 bytes, as in the LSP base protocol.
  case headers
  /// One JSON text per line, ended by LF or CRLF, as in MCP.
  case lines
}
