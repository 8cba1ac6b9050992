import Recording

extension Replayer.Facts {
  /// What the recording lacks; nil: nothing.
  var loss: String? {
    switch tear {
    case nil: nil
    case .entry: "the last entry of \(path) is incomplete, and is left out"
    case .end:
      "\(path) ends behind its last entry, which is whole; what was recorded after it is missing"
    }
  }
}
