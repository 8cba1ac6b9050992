import JSON
import Profiles
import Text

/// `paginator/profiles`: the profiles, or one of them.
enum Profiles: Method {
  static let name = "paginator/profiles"

  static func handle(_ call: inout Call) throws(CallError) {
    let name = try call.read { fields throws(JSONFieldError) in try fields.string("name") }
    try call.finish()
    let library = call.server.profiles.library
    guard let name else { return call.succeed(.array(library.all.map(\.shown))) }
    let known = try mapError({ CallError.settings(.profile($0)) }, library.profile(named: name))
    guard let profile = known else {
      throw .params(
        JSONFieldError(
          path: "name",
          problem: .expected(
            "the name of a profile; omit it to list all", nearest: library.nearestName(to: name))))
    }
    call.succeed([profile.shown])
  }
}
