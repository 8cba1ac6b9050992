import HTTP
import JSON
import Mapping

extension ResponseMapping {
  /// Makes a list of an object of items, of rows with columns, or of the one element of XML where
  /// others have several.
  func listItems(of response: inout HTTPResponse) {
    guard let place = itemsPlace else { return }
    if let body = place.listed(response.body, wrapsOne: response.form == .xml) {
      response.body = body
    }
  }
}
