import JSON
import Pagination
import Sessions
import Wire

/// `paginator/open`: creates a paginator. No request is sent; the engine warms up meanwhile.
enum Open: Method {
  static let name = "paginator/open"

  /// An id of the client's may have so many characters.
  static let idCharactersMax = 256

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let params = call.params.object
    let (id, checkpoint) = try call.read { fields throws(JSONFieldError) in
      let id = try fields.string("paginatorId")
      if let id, id.count > idCharactersMax || id.isEmpty {
        throw fields.error("paginatorId", expected: "1 to \(idCharactersMax) characters")
      }
      let checkpoint = try fields.string("checkpoint")
      return (id, checkpoint)
    }
    let (settings, parameters) = try call.settings(params)
    do throws(SessionError) {
      let session = try call.server.store.open(
        id: id, settings: settings, parameters: parameters, environment: call.server.environment)
      if let checkpoint {
        do throws(SessionError) {
          try session.resume(checkpoint)
        } catch {
          try call.server.store.close(id: session.id)
          throw error
        }
      }
      call.server.warmUp()
      call.succeed(session.snapshot().json)
    } catch {
      throw .session(error)
    }
  }
}
