package import JSON
import Pagination
import Text

extension RunRequest {
  /// Makes the identity of a run: the request as checkpoints are bound to it, the place of its
  /// items, what becomes of them, and how rows are identified. Credentials do not count.
  ///
  /// `parameters`: those of `open`, a profile's included. `request`: the session's fingerprint.
  package init(
    shown: String, request: String, _ parameters: JSONObject, _ target: StoreTarget,
    bookmark: String? = nil
  ) {
    var fingerprint = Fingerprint()
    fingerprint.add(request)
    for name in OpenField.names(.ofItems) {
      fingerprint.add((parameters[name] ?? .null).bytes)
    }
    for path in target.identity { fingerprint.add(path.description) }
    fingerprint.add(target.isRaw ? "raw" : "members")
    self.init(
      shown: shown, fingerprint: String(fingerprint.value, radix: 16), bookmarkPath: bookmark)
  }
}
