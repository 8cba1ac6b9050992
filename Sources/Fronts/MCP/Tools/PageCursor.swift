import JSON
import Text

/// The place where paging continues, as a call of its own: a checkpoint, and the arguments that it
/// belongs to, sealed with a person's key. It carries no method, header or body.
///
///     https://h/a LF {"url":"U+0001?x=1","max_items":50,"at":{"v":1,"request":"5d",...},"seal":"7ad"}
///
/// in Base64 for URLs, with U+0001 in place of each copy of the text before LF, as the API's links
/// begin with it, too.
struct PageCursor: Sendable {
  let arguments: JSONObject
  let checkpoint: String

  /// Most characters of the text.
  static let charactersMax = 1_499
  private static let mark = "\u{1}"
  private static let depthMax = 64

  init(_ arguments: ToolArguments, itemsMax: Int, checkpoint: String) {
    var object = JSONObject()
    for name in ToolArguments.names { object[name] = arguments.object[name] }
    object["max_items"] = .integer(itemsMax)
    self.arguments = object
    self.checkpoint = checkpoint
  }

  /// The text; nil where it would be too long, or carry more than a place.
  func text(_ key: CursorKey) -> String? {
    guard isHarmless(method: "GET") else { return nil }
    let whole = JSONValue.object(arguments).text.dropLast()
    var sealed = key.seal(whole + ",\"at\":" + checkpoint + "}")
    let base = String((arguments["url"]?.stringValue ?? "").prefix { $0 != "?" })
    if !base.isEmpty { sealed = sealed.replacing(base, with: PageCursor.mark) }
    let text = Base64.encode(Array((base + "\n" + sealed).utf8), alphabet: .urlSafe)
    return text.count <= PageCursor.charactersMax ? String(decoding: text, as: UTF8.self) : nil
  }

  /// Reads a text; nil where it is damaged, or sealed with another key.
  init?(_ text: String, _ key: CursorKey) {
    guard text.utf8.count <= PageCursor.charactersMax,
      let whole = Base64.decode(Array(text.utf8)).flatMap({ String(validating: $0, as: UTF8.self) }
      ),
      let end = whole.firstIndex(of: "\n"),
      let body = key.open(
        whole[whole.index(after: end)...].replacing(PageCursor.mark, with: whole[..<end])),
      let document = try? JSONDocument(Array(body.utf8), depthMax: PageCursor.depthMax),
      let object = document.value(document.root).objectValue,
      let place = document.member("at", of: document.root), place.kind == .object
    else { return nil }
    arguments = object
    checkpoint = document.text(place)
  }

  // MARK: What it may say

  /// The URL that it continues at, where that is a link.
  var link: String? {
    JSONValue(json: checkpoint, depthMax: PageCursor.depthMax)?["position"]?["link"]?["url"]?
      .stringValue
  }

  /// True when the checkpoint says only where to continue: it has no method, header or body of its
  /// own, and no setting that detection does not find.
  func isHarmless(method: String) -> Bool {
    guard let value = JSONValue(json: checkpoint, depthMax: PageCursor.depthMax) else {
      return false
    }
    let link = value["position"]?["link"]
    let linkMethod = link?["method"] ?? .null
    guard link == nil || method == "GET", linkMethod == .null || linkMethod == "GET",
      (link?["headers"]?.arrayValue ?? []).isEmpty, link?["body"] ?? .null == .null
    else { return false }
    guard let found = value["found"] else { return true }
    let paging = found["pagination"]?.objectValue ?? [:]
    return found.objectValue?.members.allSatisfy { PageCursor.foundNames.contains($0.key) } == true
      && paging.members.allSatisfy { name, value in
        PageCursor.pagingNames.contains(name) && value.objectValue == nil
          && (name != "in" || value == "query")
      }
  }

  private static let foundNames: Set<String> = [
    "pagination", "decode", "itemsPath", "paginationMapping", "firstPage", "perPage", "identity",
  ]
  private static let pagingNames: Set<String> = [
    "strategy", "next", "previous", "parameter", "previousParameter", "merge", "base",
    "pageParameter", "offsetParameter", "firstOffset", "unit", "perPageParameter",
    "limitParameter", "in", "more", "last", "keepParameters",
  ]
}
