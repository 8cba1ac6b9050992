/// The most that calls may cost: a person sets it, and calls may ask for less.
package struct AgentBounds: Sendable {
  /// Items and bytes of JSON in a file.
  package var itemsMax = 100_000
  package var bytesMax = 256 << 20
  /// Seconds until a call ends, so that its response comes before 50: clients give up at 60.
  package var secondsMax = AgentBounds.secondsDefault

  /// Pages that a call may request of lists within items.
  package var innerPagesMax = 1_000

  /// The seconds of a call unless it says so.
  package static let secondsDefault = 45

  /// The defaults.
  package init() {}

  /// The bounds of one call, which may ask for less.
  func lowered(items: Int?, bytes: Int? = nil, seconds: Int? = nil) -> AgentBounds {
    var bounds = self
    bounds.itemsMax = min(items ?? itemsMax, itemsMax)
    bounds.bytesMax = min(bytes ?? bytesMax, bytesMax)
    bounds.secondsMax = min(seconds ?? AgentBounds.secondsDefault, secondsMax)
    return bounds
  }
}
