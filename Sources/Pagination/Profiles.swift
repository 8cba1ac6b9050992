package import CResources
package import JSON

/// A named, complete set of open params for a known API or standard.
package struct Profile: Sendable {
  package let name: String
  /// The params of `open`; given ones override them.
  package let open: JSONObject
  /// The whole entry: title, documentation, limits, and the open params beside them.
  package let entry: JSONObject

  init?(_ value: JSONValue) {
    guard let entry = value.objectValue, let name = entry["name"]?.stringValue else { return nil }
    self.name = name
    self.entry = entry
    var open = entry["open"]?.objectValue ?? JSONObject()
    if let items = entry["ceiling"]?["items"] { open["ceiling"] = items }
    self.open = open
  }

  /// The entry as `paginator/profiles` lists it: the open params stand beside name and title.
  package var json: JSONValue {
    var listed = entry
    listed["open"] = nil
    for (name, value) in entry["open"]?.objectValue?.members ?? [] { listed[name] = value }
    return .object(listed)
  }
}

/// The profiles that the program carries: data, read once when first needed.
package enum Profiles {
  package static let all: [Profile] = {
    guard let document = try? JSONDocument(Resource.bytes(paginator_profiles())),
      let entries = document.value(document.root).arrayValue
    else { preconditionFailure("profiles.json is no JSON array") }
    return entries.compactMap(Profile.init)
  }()

  package static func named(_ name: String) -> Profile? { byName[name] }

  private static let byName = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// A file that the program carries.
package enum Resource {
  package static func bytes(_ resource: paginator_resource) -> [UInt8] {
    Array(UnsafeBufferPointer(start: resource.bytes, count: resource.count))
  }
}
