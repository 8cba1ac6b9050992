import JSON
import Sessions
import Text

/// Makes the sessions of a series from the template of their params and from its settings. The
/// settings of each part differ only in the request.
final class PartMaker: Sendable {
  private let template: PartTemplate
  /// Those of the series.
  let settings: SessionSettings
  private let ofParts: SessionSettings

  /// `settings`: those of the series. A part says what is wrong with the template's own.
  init(_ template: PartTemplate, _ settings: SessionSettings) {
    self.template = template
    self.settings = settings
    var made = (try? settings.remade(from: template.params)) ?? settings
    made.shareHintPlace()
    ofParts = made
  }

  /// The settings of the part that an item makes, and the params that they were made from.
  func settings(
    for item: JSONValue, at position: Int
  ) throws(SessionError) -> (SessionSettings, JSONObject) {
    let parameters = try mapError(
      { (error: UnusableItem) in
        SessionError.itemUnusable(path: error.path, position: position)
      }, template.params(for: item))
    let settings = try mapError(
      { (error: JSONFieldError) in
        SessionError.itemUnusable(path: error.path, position: position)
      }, ofParts.remade(request: parameters))
    return (settings, parameters)
  }
}
