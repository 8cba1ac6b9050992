import JSON
import RPC
import Series
import Sessions

/// `paginator/checkpoint`: a portable token of where paging continues.
enum GiveCheckpoint: Method {
  static let name = "paginator/checkpoint"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let reply = call.reply
    let give = { @Sendable (checkpoint: String) in
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("checkpoint", checkpoint)
      writer.endObject()
      reply?.succeed(writer.bytes)
    }
    if let series = try call.series(id) { return series.checkpoint(give) }
    try call.session(id, of: name).checkpoint(give)
  }
}
