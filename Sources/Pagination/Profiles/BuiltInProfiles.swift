package import CResources
import JSON

/// The profiles that the program carries: a file each, read when first needed as the caller's
/// own files are.
package enum Profiles {
  package static let all: [Profile] = ProfileLibrary.builtIn.all

  package static func named(_ name: String) -> Profile? { byName[name] }

  private static let byName = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The names of all, known without reading the files: each is named like its profile.
  static let names: [String] = Resource.bytes(paginator_profile_names())
    .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }

  /// The files follow each other, with a NUL behind each, and each has one profile.
  static var files: [[UInt8]] {
    Resource.bytes(paginator_profiles()).split(separator: 0).map(Array.init)
  }

  static let layer = LibraryLayer(builtIn: files)
}

/// A file that the program carries.
package enum Resource {
  package static func bytes(_ resource: paginator_resource) -> [UInt8] {
    Array(UnsafeBufferPointer(start: resource.bytes, count: resource.count))
  }
}
