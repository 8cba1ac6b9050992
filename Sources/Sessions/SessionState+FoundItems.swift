import HTTP
import JSON
import Pagination

/// Profiles of APIs whose lists have names of their own: the first response shows where they are.
///
///     profile "slack", {"ok": true, "channels": [...], "response_metadata": {...}}
///                                    channels
extension SessionState {
  /// Takes up where the items are, from the first response. Where there is no list, the page is
  /// one of a list that is missing: a document around it is no item.
  mutating func findItems(in response: HTTPResponse, _ fetch: Fetch) {
    let opened = undetectedSettings ?? settings
    guard opened.findsItems, (200..<300).contains(response.status),
      undetectedSettings == nil || ledger.isEmpty && resumption == nil
    else { return }
    let path = Detection.itemsPath(
      in: response, requestURL: fetch.request.url, method: fetch.request.method,
      body: parameters["body"])
    _ = adoptItems(at: path ?? "items")
  }

  /// Reads the items at a path that the caller has not given. False: it is none.
  mutating func adoptItems(at path: String) -> Bool {
    let found: JSONObject = ["itemsPath": .string(path)]
    guard let settings = settings(with: found) else { return false }
    undetectedSettings = undetectedSettings ?? self.settings
    adopted = found
    self.settings = settings
    return true
  }
}
