import HTTP
import JSON
import Mapping

extension ResponseMapping {
  /// Makes a body one that all else reads: JSON in UTF-8 with a list of items.
  ///
  /// Text in another charset that is stated, lines of JSON, an object of items and rows with
  /// columns become that.
  func prepare(_ response: inout HTTPResponse) {
    response.decodeText()
    if response.status.isSuccess, let list = response.listOfLines {
      response.body = list
      response.isOfLines = true
    }
    listItems(of: &response)
  }

  /// Makes a list of an object of items or of rows with columns.
  func listItems(of response: inout HTTPResponse) {
    if let place = itemsPlace, let body = place.listed(response.body) { response.body = body }
  }
}

extension HTTPResponse {
  /// The list that lines of JSON are; nil where the body is not lines.
  var listOfLines: [UInt8]? {
    JSONLines.list(body, isStated: headers["Content-Type"].map(JSONLines.isType) ?? false)
  }
}
