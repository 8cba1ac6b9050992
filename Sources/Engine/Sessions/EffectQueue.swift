/// Effects in the order in which they were decided. Whoever comes first carries them out, one after
/// the other, those of others that come meanwhile, too: a notification never overtakes the response
/// that it comes before.
package struct EffectQueue<Effect: Sendable>: Sendable {
  private var waiting: [Effect] = []
  private var isCarriedOut = false

  package init() {}

  /// Gives the effects to carry out now; nil: someone else carries them out.
  package mutating func begin(_ effects: [Effect]) -> [Effect]? {
    if isCarriedOut {
      waiting += effects
      return nil
    }
    if effects.isEmpty { return nil }
    isCarriedOut = true
    return effects
  }

  /// The effects that came meanwhile, if any.
  package mutating func next() -> [Effect]? {
    if waiting.isEmpty {
      isCarriedOut = false
      return nil
    }
    defer { waiting = [] }
    return waiting
  }
}
