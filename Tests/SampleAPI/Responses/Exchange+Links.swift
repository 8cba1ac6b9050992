extension Exchange {
  /// The form in which a link is written.
  enum LinkForm {
    /// `http://127.0.0.1:8080/page?page=2`
    case absolute
    /// `/page?page=2`
    case rootRelative
    /// `?page=2`
    case queryOnly
  }

  /// A link to this endpoint with some parameters set again; all others stay as they were sent. The
  /// fault `foreign` makes links absolute, with the server's other name.
  func link(_ form: LinkForm, _ changes: [(name: String, value: String?)]) -> String {
    let query = "?" + query.with(changes + [("redirected", nil)])
    if isStruck(by: .foreign) { return foreignOrigin + self.query.path + query }
    return switch form {
    case .absolute: origin + self.query.path + query
    case .rootRelative: self.query.path + query
    case .queryOnly: query
    }
  }

  /// The same request again, marked as redirected.
  func redirect(toForeign: Bool) -> String {
    (toForeign ? foreignOrigin : origin) + query.path + "?" + query.with([("redirected", "1")])
  }

  /// The request was sent here by a redirect.
  var isRedirected: Bool {
    query.value("redirected") == "1"
  }

  /// `http://` with host and port as the client names them.
  private var origin: String {
    "http://" + authority
  }

  /// The server by its other name: localhost for an address, 127.0.0.1 for localhost.
  private var foreignOrigin: String {
    authority.hasPrefix("localhost")
      ? origin.replacing("localhost", with: "127.0.0.1")
      : origin.replacing("127.0.0.1", with: "localhost")
  }
}
