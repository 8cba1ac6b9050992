import CProfiles

/// The profiles that the program carries: a file each, read when first needed as the caller's
/// own files are.
package enum BuiltInProfiles {
  package static let all: [Profile] = ProfileLibrary.builtIn.all

  package static func named(_ name: String) -> Profile? {
    try? ProfileLibrary.builtIn.profile(named: name)
  }

  /// The names of all, known without reading the files: each is named like its profile.
  package static let names: [String] = (0..<paginator_profile_count()).map {
    String(cString: paginator_profile_name($0))
  }

  /// The text of a profile's file, by its place among the names.
  static func file(_ number: Int) -> [UInt8] {
    Array(carried { paginator_profile(number, $0) })
  }

  static let layer = LibraryLayer(builtIn: names, file: file)

  /// Facts about each profile that are known without reading it, as a JSON object.
  package static var index: [UInt8] { Array(carried(paginator_profiles_index)) }

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
