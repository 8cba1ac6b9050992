import HTTP
import Secrets

extension RecordingChoice {
  /// What stands for an environment variable that is not set: a recording has a mask in the place
  /// of every secret, so that none is needed to replay it.
  var unsetVariable: String? {
    if case .replay = self { Redactor.mask } else { nil }
  }
}
