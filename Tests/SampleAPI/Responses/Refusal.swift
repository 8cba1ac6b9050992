/// An error response in place of a page.
struct Refusal: Error {
  let status: Int
  let message: String

  static func invalid(_ name: String, _ expected: String) -> Refusal {
    Refusal(status: 400, message: "\(name) must be \(expected).")
  }

  /// The position is past the end of a collection.
  static func pastEnd(_ status: Int) -> Refusal {
    Refusal(status: status, message: "There is nothing at this position.")
  }

  /// `{"error": {"status": 400, "message": "page must be a whole number."}}`
  var response: Response {
    let response = Response.error(status: status, message: message)
    return status == 401 ? response.with("WWW-Authenticate", "Bearer realm=\"sample\"") : response
  }
}
