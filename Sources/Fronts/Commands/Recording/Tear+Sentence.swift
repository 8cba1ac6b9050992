import Recording

extension Replayer.Facts {
  /// What the recording lacks; nil: nothing.
  var loss: String? {
    switch tear {
    case nil: nil
    case .entry: "the last entry of \(path) is incomplete, and is omitted"
    case .end:
      "\(path) ends after its last entry, which is complete; later entries are missing"
    }
  }
}
