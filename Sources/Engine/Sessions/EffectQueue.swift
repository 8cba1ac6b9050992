import Synchronization

/// Effects in the order in which they were decided. Whoever comes first carries them out, one after
/// the other, those of others that come meanwhile, too: a notification never overtakes the response
/// that it comes before.
package struct EffectQueue<Effect: Sendable>: ~Copyable, Sendable {
  private let state = Mutex((waiting: [Effect](), isCarriedOut: false))

  package init() {}

  /// Gives the effects to carry out now; nil: someone else carries them out.
  package func begin(_ effects: [Effect]) -> [Effect]? {
    state.withLock { state in
      if state.isCarriedOut {
        state.waiting += effects
        return nil
      }
      state.isCarriedOut = !effects.isEmpty
      return effects.isEmpty ? nil : effects
    }
  }

  /// Carries out what has begun, and what comes meanwhile.
  package func carryOut(_ begun: [Effect]?, _ body: (Effect) -> Void) {
    var now = begun
    while let batch = now {
      for effect in batch { body(effect) }
      now = state.withLock { state in
        defer { state.waiting = [] }
        state.isCarriedOut = !state.waiting.isEmpty
        return state.isCarriedOut ? state.waiting : nil
      }
    }
  }
}
