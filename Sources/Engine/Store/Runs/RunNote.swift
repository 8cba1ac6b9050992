import JSON

/// The data that a run needs in order to continue, in its `checkpoint` column.
///
///     {"v":1,"path":"updated_at","since":"2024-01-01","greatest":"2024-02-03","checkpoint":"...",
///      "memory":{}}
///
/// `since` is the bookmark that the run began with, `greatest` is the greatest value it has seen at
/// `path`, and `memory` is data that the writer of the run keeps with it.
struct RunNote: Equatable {
  var bookmarkPath: String?
  var since: JSONOrdered?
  var greatest: JSONOrdered?
  var checkpoint: String?
  var memory: JSONValue?

  private static let version = 1
}

extension RunNote {
  /// Reads a note; nil if the text is not one.
  init?(_ text: String) {
    guard let value = JSONValue(json: text), value["v"]?.integerValue == RunNote.version else {
      return nil
    }
    bookmarkPath = value["path"]?.stringValue
    since = value["since"].flatMap(JSONOrdered.init)
    greatest = value["greatest"].flatMap(JSONOrdered.init)
    checkpoint = value["checkpoint"]?.stringValue
    memory = value["memory"]
  }

  var text: String {
    var object: JSONObject = [
      "v": .integer(RunNote.version), "path": bookmarkPath.map(JSONValue.string) ?? .null,
      "since": since?.value ?? .null, "greatest": greatest?.value ?? .null,
      "checkpoint": checkpoint.map(JSONValue.string) ?? .null,
    ]
    if let memory { object["memory"] = memory }
    return JSONValue.object(object).text
  }
}
