import JSON
import Sessions

/// `paginator/pageForIndex`: the page that holds an item.
enum PageForIndex: Method {
  static let name = "paginator/pageForIndex"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let index = try call.index()
    let session = try call.session(id, of: name)
    do throws(SessionError) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("page", try session.page(of: index))
      writer.endObject()
      call.succeed(writer.bytes)
    } catch {
      throw .session(error)
    }
  }
}
