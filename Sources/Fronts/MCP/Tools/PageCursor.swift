import JSON
import Pagination
import Sessions

/// Where paging continues, as a call of its own: a checkpoint, and the arguments that it belongs
/// to. It says nothing that the arguments could not say, and grants nothing.
///
///     https://api.example.com/a LF {"v":1,"n":50,"at":{"v":1,"request":"5d4140",...},"sum":"7ad"}
///
/// in the alphabet of base64url, with U+0001 for each further time that the URL is there.
struct PageCursor {
  var url: String?
  var profile: String?
  var parameters: JSONObject?
  var fields: [JSONPath]?
  var itemsMax: Int
  var checkpoint: String

  /// Most characters of the text.
  static let charactersMax = 1_499
  private static let mark = "\u{1}"

  init(_ arguments: ToolArguments, itemsMax: Int, checkpoint: String) {
    url = arguments.url
    profile = arguments.profile
    parameters = arguments.parameters
    fields = arguments.fields
    self.itemsMax = itemsMax
    self.checkpoint = checkpoint
  }

  /// The text; nil where it would be too long.
  var text: String? {
    var object = JSONObject([("v", 1), ("n", .integer(itemsMax))])
    if let url { object["u"] = .string(PageCursor.digest(url)) }
    if let profile { object["p"] = .string(profile) }
    if let parameters { object["q"] = .object(parameters) }
    if let fields { object["f"] = .array(fields.map { .string($0.description) }) }
    var writer = JSONWriter()
    writer.value(.object(object))
    let whole = String(decoding: writer.bytes.dropLast(), as: UTF8.self)
    var sealed = CheckpointSeal.seal(whole + ",\"at\":" + checkpoint + "}")
    let url = url ?? ""
    let base = PageCursor.base(url)
    if !base.isEmpty { sealed = sealed.replacing(base, with: PageCursor.mark) }
    let text = PageCursor.encode(Array((url + "\n" + sealed).utf8))
    return text.utf8.count <= PageCursor.charactersMax ? text : nil
  }

  /// Reads a text; nil where it is damaged.
  init?(_ text: String) {
    guard text.utf8.count <= PageCursor.charactersMax, let bytes = PageCursor.decode(text),
      let whole = String(validating: bytes, as: UTF8.self),
      let end = whole.firstIndex(of: "\n")
    else { return nil }
    let url = String(whole[..<end])
    let base = PageCursor.base(url)
    let rest = String(whole[whole.index(after: end)...])
    let sealed = rest.replacing(PageCursor.mark, with: base)
    guard let body = CheckpointSeal.open(sealed),
      let document = try? JSONDocument(Array(body.utf8), depthMax: PageCursor.depthMax),
      let object = document.value(document.root).objectValue, object["v"] == 1,
      let itemsMax = object["n"]?.integerValue, (1...PageTool.itemsMax).contains(itemsMax),
      let place = document.member("at", of: document.root), place.kind == .object
    else { return nil }
    if let digest = object["u"] {
      guard digest == .string(PageCursor.digest(url)) else { return nil }
      self.url = url
    } else if !url.isEmpty {
      return nil
    }
    profile = object["p"]?.stringValue
    parameters = object["q"]?.objectValue
    if let texts = object["f"]?.arrayValue {
      let paths = texts.prefix(ToolArguments.fieldsMax).compactMap {
        try? JSONPath($0.stringValue ?? "")
      }
      fields = paths.isEmpty ? nil : paths
    }
    self.itemsMax = itemsMax
    checkpoint = document.text(place)
  }

  private static let depthMax = 64

  /// The seal is of what follows the URL, which is known by this.
  private static func digest(_ url: String) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(url)
    return String(fingerprint.value, radix: 16)
  }

  /// What the API's links begin with, too.
  private static func base(_ url: String) -> String { String(url.prefix { $0 != "?" }) }

  // MARK: What a forged one could say

  /// Whether the checkpoint says nothing but where to continue: no method, header or body of its
  /// own, and no setting that detection does not find.
  func isHarmless(method: String) -> Bool {
    guard let document = try? JSONDocument(Array(checkpoint.utf8), depthMax: PageCursor.depthMax)
    else { return false }
    let value = document.value(document.root)
    if let link = value["position"]?["link"] {
      let isOfMethod = link["method"].map { $0 == .null || $0 == .string(method) } ?? true
      let hasBody = link["body"].map { $0 != .null } ?? false
      guard isOfMethod, (link["headers"]?.arrayValue ?? []).isEmpty, !hasBody || method == "POST"
      else { return false }
    }
    guard let found = value["found"] else { return true }
    guard let members = found.objectValue else { return false }
    for (name, value) in members.members {
      guard PageCursor.foundNames.contains(name) else { return false }
      guard name == "pagination" else { continue }
      for (setting, value) in value.objectValue?.members ?? [] {
        let isQuery = setting != "in" || value == "query"
        guard PageCursor.pagingNames.contains(setting), isQuery, value.objectValue == nil else {
          return false
        }
      }
    }
    return true
  }

  private static let foundNames: Set<String> = [
    "pagination", "itemsPath", "paginationMapping", "firstPage", "perPage", "identity",
  ]
  private static let pagingNames: Set<String> = [
    "strategy", "next", "previous", "parameter", "previousParameter", "merge", "base",
    "pageParameter", "offsetParameter", "firstOffset", "unit", "perPageParameter",
    "limitParameter", "in", "more", "last", "keepParameters",
  ]

  // MARK: base64url

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for byte in part { bits = bits << 8 | UInt32(byte) }
      bits <<= UInt32(8 * (3 - part.count))
      for digit in 0...part.count {
        text.append(digits[Int(bits >> UInt32(18 - 6 * digit) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in text.utf8 {
      guard let value = digits.firstIndex(of: character) else { return nil }
      bits = (bits & 0xFFFF) << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }
}
