import CProfiles
import JSON

/// The profiles that the program carries: a file each, read when first needed as the caller's
/// own files are.
package enum BuiltInProfiles {
  package static let all: [Profile] = ProfileLibrary.builtIn.all

  package static func named(_ name: String) -> Profile? { byName[name] }

  private static let byName = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The names of all, known without reading the files: each is named like its profile.
  static let names: [String] = carried(paginator_profile_names)
    .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }

  /// The files follow each other, with a NUL after each, and each has one profile.
  static var files: [[UInt8]] {
    carried(paginator_profiles).split(separator: 0).map(Array.init)
  }

  static let layer = LibraryLayer(builtIn: files)

  /// The JSON Schema of files of profiles.
  package static var schema: String {
    String(decoding: carried(paginator_profiles_schema), as: UTF8.self)
  }

  private static func carried(
    _ file: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?
  ) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    let bytes = file(&count)
    return UnsafeBufferPointer(start: bytes, count: count)
  }
}
