import JSON
import Sessions

/// `paginator/touch`: an item is about to be shown. Comes as a request or as a notification.
enum Touch: Method {
  static let name = "paginator/touch"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let index = try call.index()
    let session = try call.session(id, of: name)
    session.touch(index)
    call.succeed(Array("null".utf8))
  }
}

extension Call {
  /// The param `index`.
  mutating func index() throws(CallError) -> Int {
    try read { fields throws(JSONFieldError) in
      guard let index = try fields.integer("index", in: 0...SessionIndex.max) else {
        throw JSONFieldError(path: "index", problem: .missing)
      }
      return index
    }
  }

  /// The param `page`.
  mutating func page() throws(CallError) -> Int {
    guard let page = try optionalPage() else {
      throw .params(JSONFieldError(path: "page", problem: .missing))
    }
    return page
  }

  mutating func optionalPage() throws(CallError) -> Int? {
    try read { fields throws(JSONFieldError) in
      try fields.integer("page", in: -SessionIndex.max...SessionIndex.max)
    }
  }
}
