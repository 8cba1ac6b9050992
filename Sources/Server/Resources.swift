import CResources
import JSON
import Pagination

/// The protocol's documents that the program carries.
enum Resources {
  /// protocol/openrpc.json.
  static let openRPC: JSONFragments = {
    guard let document = try? JSONDocument(Resource.bytes(paginator_openrpc())) else {
      preconditionFailure("openrpc.json is no JSON text")
    }
    var fragments = JSONFragments()
    fragments.append(document, range: document.root.range)
    return fragments
  }()
}
