import JSON
import RPC
import Sessions

/// `paginator/checkpoint`: a portable token of where paging goes on.
enum GiveCheckpoint: Method {
  static let name = "paginator/checkpoint"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let session = try call.session(id)
    let reply = call.reply
    session.checkpoint { checkpoint in
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("checkpoint", checkpoint)
      writer.endObject()
      reply?.succeed(writer.bytes)
    }
  }
}
