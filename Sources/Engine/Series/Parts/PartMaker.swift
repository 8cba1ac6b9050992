import JSON
import Sessions

/// What the sessions of a series are made of: the template of their params, and its settings, of
/// which those of each part differ in the request only.
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
    let parameters: JSONObject
    do throws(UnusableItem) {
      parameters = try template.params(for: item)
    } catch {
      throw .itemUnusable(path: error.path, position: position)
    }
    do throws(JSONFieldError) {
      return (try ofParts.remade(request: parameters), parameters)
    } catch {
      throw .itemUnusable(path: error.path, position: position)
    }
  }
}
