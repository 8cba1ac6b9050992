package import JSON
package import Sessions

/// The params of a list, read and checked: of one list, of one for each of many items, or of one
/// that is cut into slices.
package struct Opening: Sendable {
  package var settings: SessionSettings
  /// The params that the settings were made from, without `slices`.
  package let parameters: JSONObject
  /// The range that is split; nil: none is.
  package let slices: SliceParams?
  private var each = EachParams.ranges
  /// nil: there is one list, in one piece.
  private var template: PartTemplate?

  /// `parameters`: complete with what a profile gives, `slices` included.
  package init(
    _ settings: SessionSettings, _ parameters: JSONObject, nowSeconds: Double
  ) throws(JSONFieldError) {
    self.settings = settings
    var parameters = parameters
    let given = parameters["slices"]
    parameters["slices"] = nil
    self.parameters = parameters
    guard let given else {
      slices = nil
      return
    }
    slices = try SliceParams(JSONFields(given, path: "slices"), nowSeconds: nowSeconds)
    template = try PartTemplate(parameters, .ranges)
    if settings.end.ceiling == nil { throw JSONFieldError(path: "ceiling", problem: .missing) }
    if settings.identity.isEmpty { throw JSONFieldError(path: "identity", problem: .missing) }
  }

  /// The params with a list for each of many items.
  package func serving(_ each: EachParams) throws(JSONFieldError) -> Opening {
    var opening = self
    opening.each = each
    opening.template = try PartTemplate(parameters, each)
    return opening
  }

  /// The list whose settings a session holds. `source`: of the items of many.
  package func list(
    _ base: Session, _ source: (any SeriesSource)?, _ environment: SessionEnvironment
  ) -> any WalkableList {
    guard let template else { return base }
    return ItemSeries(
      each, source: source, slices: slices, base: base, settings: settings, template: template,
      environment: environment)
  }
}
