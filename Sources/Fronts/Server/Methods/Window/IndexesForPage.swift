import JSON
import Sessions

/// `paginator/indexesForPage`: the items that a page holds, end exclusive.
enum IndexesForPage: Method {
  static let name = "paginator/indexesForPage"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let page = try call.page()
    let session = try call.session(id, of: name)
    do throws(SessionError) {
      let indexes = try session.indexes(of: page)
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("start", indexes.lowerBound)
      writer.member("end", indexes.upperBound)
      writer.endObject()
      call.succeed(writer.bytes)
    } catch {
      throw .session(error)
    }
  }
}
