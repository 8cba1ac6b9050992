import HTTP
import JSON
import Mapping

extension SessionSettings {
  /// Makes a list of an object of items, of rows with columns, or of the one element of XML where
  /// others have several.
  func listItems(of response: inout HTTPResponse) {
    guard let place = mapping.itemsPlace else { return }
    let bytesMax = fetching.http.responseBytesMax
    do {
      let isOne = response.form.isXML
      if let body = try place.listed(response.body, wrapsOne: isOne, bytesMax: bytesMax) {
        response.body = body
      }
    } catch {
      response.form = .faulty(
        BodyFault(
          offset: 0,
          detail: "its rows become more than \(bytesMax) bytes of JSON with the names of their "
            + "columns (fetching.responseBytesMax)"))
    }
  }
}
