import CResources
import JSON

/// The protocol's documents that the program carries.
enum Resources {
  /// protocol/openrpc.json.
  static let openRPC: JSONFragments = {
    var count = 0
    let bytes = paginator_openrpc(&count)
    let text = Array(UnsafeBufferPointer(start: bytes, count: count))
    guard let document = try? JSONDocument(text) else {
      preconditionFailure("openrpc.json is not JSON")
    }
    var fragments = JSONFragments()
    fragments.append(document, range: document.root.range)
    return fragments
  }()
}
