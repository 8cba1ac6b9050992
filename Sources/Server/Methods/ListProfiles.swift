import JSON
import Pagination

/// `paginator/profiles`: the built-in profiles, or one of them.
enum ListProfiles: Method {
  static let name = "paginator/profiles"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let profiles = try call.read { fields throws(JSONFieldError) in
      guard let name = try fields.string("name") else { return Profiles.all }
      guard let profile = Profiles.named(name) else {
        throw fields.error("name", expected: "the name of a profile, or left out to list all")
      }
      return [profile]
    }
    try call.finish()
    var writer = JSONWriter(reservingCapacity: 65_536)
    writer.value(.array(profiles.map(\.json)))
    call.succeed(writer.bytes)
  }
}
