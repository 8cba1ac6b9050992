import JSON
import Pagination
import Profiles

/// `paginator/profiles`: the profiles, or one of them.
enum ListProfiles: Method {
  static let name = "paginator/profiles"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let name = try call.read { fields throws(JSONFieldError) in try fields.string("name") }
    try call.finish()
    let library = call.server.profiles.library
    var profiles: [Profile] = []
    if let name {
      do throws(ProfileProblem) {
        if let profile = try library.profile(named: name) { profiles = [profile] }
      } catch {
        throw .profile(error)
      }
      guard !profiles.isEmpty else {
        throw .params(
          JSONFieldError(
            path: "name",
            problem: .expected(
              "the name of a profile; omit it to list all", nearest: library.nearestName(to: name)))
        )
      }
    } else {
      profiles = library.all
    }
    call.succeed(JSONValue.array(profiles.map(\.shown)).bytes)
  }
}
