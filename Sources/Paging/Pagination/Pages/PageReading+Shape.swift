import HTTP
import JSON
import Text

extension PageReading {
  /// The maximum depth at which members around the items count.
  private static let shapeDepthMax = 6

  /// A digest of the names and kinds of what is around the items: the header fields and the members
  /// of the body's objects. Pages with the same shape state the same things, at the same places.
  package var shape: UInt64 {
    var digest = Fingerprint()
    for field in view.headers.fields { digest.add(field.name) }
    if let scan = view.scan {
      for value in [scan.document.root] + view.envelopeLines {
        add(value, of: scan, depth: 0, to: &digest)
      }
    }
    return digest.value
  }

  private func add(
    _ value: JSONSlice, of scan: JSONScan, depth: Int, to digest: inout Fingerprint
  ) {
    digest.add(UInt64(value.kind.rawValue))
    let list = scan.lists.first?.slice ?? .absent
    guard value.kind == .object, value.start != list.start, depth < PageReading.shapeDepthMax else {
      return
    }
    let document = scan.document
    document.forEachMember(of: value, knowing: list) { key, value in
      digest.add(document.bytes, key.range)
      add(value, of: scan, depth: depth + 1, to: &digest)
    }
  }
}
