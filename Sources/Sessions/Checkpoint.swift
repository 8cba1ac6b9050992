import HTTP
import JSON
import Pagination

/// Where paging goes on: the next page's position, how much of it has been delivered, and which
/// request it belongs to. Holds no secret of the caller's: where a link echoes one, its number
/// stands in its place, and `open` puts it back.
///
///     {"v":1,"request":"5d41402abc4b2a76","page":4,"perPage":25,"start":75,"taken":0,
///      "position":{"token":{"members":[["cursor","\"b7\""]],"previous":false}},
///      "received":75,"sum":"7ad41402"}
struct Checkpoint: Sendable {
  var request: String
  var page: Int
  var perPage: Int
  /// Index of the page's first item.
  var start: Int
  /// Items of the page that have been delivered.
  var itemsTaken: Int
  var position: Position
  /// Given where nothing comes next.
  var end: EndReason?
  /// Items that the API has sent before the page; nil where some were not read.
  var received: Int?
  /// Why what was delivered may not be all there is.
  var doubts: [PageWarning] = []
  /// What detection has found, as params of `open`.
  var found: JSONObject?

  /// A checkpoint is at most so long.
  static let textBytesMax = 1 << 20
  /// The largest index of a page's first item.
  static let startMax = 1 << 60
  private static let version = 1

  /// The text that clients keep.
  func text(_ secrets: CallerSecrets) -> String {
    var object: JSONObject = [
      "v": .integer(Checkpoint.version), "request": .string(request), "page": .integer(page),
      "perPage": .integer(perPage), "start": .integer(start), "taken": .integer(itemsTaken),
      "position": Checkpoint.json(position, secrets),
    ]
    if let end { object["end"] = end.json }
    if let received { object["received"] = .integer(received) }
    if !doubts.isEmpty { object["doubts"] = .array(doubts.map(\.json)) }
    if let found { object["found"] = .object(found) }
    var writer = JSONWriter()
    writer.value(.object(object))
    return CheckpointSeal.seal(String(decoding: writer.bytes, as: UTF8.self))
  }

  init(
    request: String, page: Int, perPage: Int, start: Int, itemsTaken: Int, position: Position,
    end: EndReason?
  ) {
    self.request = request
    self.page = page
    self.perPage = perPage
    self.start = start
    self.itemsTaken = itemsTaken
    self.position = position
    self.end = end
  }

  /// Reads a text; nil where it is damaged.
  init?(_ text: String, _ secrets: CallerSecrets) {
    guard text.utf8.count <= Checkpoint.textBytesMax, let body = CheckpointSeal.open(text),
      let document = try? JSONDocument(Array(body.utf8)),
      let object = document.value(document.root).objectValue,
      object["v"]?.integerValue == Checkpoint.version,
      let request = object["request"]?.stringValue,
      let page = object["page"]?.integerValue, (-Pager.pageMax...Pager.pageMax).contains(page),
      let perPage = object["perPage"]?.integerValue, (1...Pager.perPageMax).contains(perPage),
      let start = object["start"]?.integerValue, (0...Checkpoint.startMax).contains(start),
      let taken = object["taken"]?.integerValue, taken >= 0,
      let position = object["position"].flatMap({ Checkpoint.position($0, secrets) })
    else { return nil }
    self.init(
      request: request, page: page, perPage: perPage, start: start, itemsTaken: taken,
      position: position, end: object["end"].flatMap(Checkpoint.end))
    received = object["received"]?.integerValue.flatMap {
      (0...Checkpoint.startMax).contains($0) ? $0 : nil
    }
    doubts = (object["doubts"]?.arrayValue ?? []).prefix(SessionState.warningsMax).compactMap {
      PageWarning($0)
    }
    found = object["found"]?.objectValue
  }

  private static func json(_ position: Position, _ secrets: CallerSecrets) -> JSONValue {
    switch position {
    case .start: "start"
    case .computed: "computed"
    case .link(let link):
      [
        "link": [
          "url": .string(secrets.cut(fromURL: link.url)),
          "method": link.method.map(JSONValue.string) ?? .null,
          "headers": .array(
            link.headers.map { [.string($0.name), .string(secrets.cut(from: $0.value))] }),
          "body": link.body.map { .string(secrets.cut(from: text($0))) } ?? .null,
          "merge": link.mergesBody ? true : .null,
        ]
      ]
    case .token(let token):
      [
        "token": [
          "members": .array(
            token.members.map { [.string($0.name), .string(secrets.cut(from: text($0.value)))] }),
          "previous": .boolean(token.isPrevious),
        ]
      ]
    }
  }

  private static func position(_ json: JSONValue, _ secrets: CallerSecrets) -> Position? {
    switch json {
    case "start": return .start
    case "computed": return .computed
    default: break
    }
    if let link = json["link"], let url = link["url"]?.stringValue {
      let headers = pairs(link["headers"]).map {
        HTTPField(name: $0.0, value: secrets.restore(in: $0.1))
      }
      return .link(
        PageLink(
          url: secrets.restore(inURL: url), method: link["method"]?.stringValue, headers: headers,
          body: link["body"]?.stringValue.map { Array(secrets.restore(in: $0).utf8) },
          mergesBody: link["merge"]?.booleanValue ?? false))
    }
    guard let token = json["token"] else { return nil }
    var members: [PageToken.Member] = []
    for (name, value) in pairs(token["members"]) {
      let bytes = Array(secrets.restore(in: value).utf8)
      guard (try? JSONDocument(bytes)) != nil else { return nil }
      members.append(PageToken.Member(name, bytes))
    }
    guard !members.isEmpty else { return nil }
    return .token(
      PageToken(members: members, isPrevious: token["previous"]?.booleanValue ?? false))
  }

  private static func pairs(_ json: JSONValue?) -> [(String, String)] {
    (json?.arrayValue ?? []).compactMap { pair in
      guard let parts = pair.arrayValue, parts.count == 2, let name = parts[0].stringValue,
        let value = parts[1].stringValue
      else { return nil }
      return (name, value)
    }
  }

  private static func end(_ json: JSONValue) -> EndReason? {
    guard let kind = json["kind"]?.stringValue.flatMap(EndReason.Kind.init) else { return nil }
    return EndReason(
      kind, page: json["page"]?.integerValue, evidence: json["evidence"]?.objectValue ?? [:])
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension PageWarning {
  /// A doubt as a checkpoint holds it.
  fileprivate init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.stringValue.flatMap(Kind.init),
      PageRun.doubtfulKinds.contains(kind), let message = json["message"]?.stringValue,
      var details = json.objectValue
    else { return nil }
    details["kind"] = nil
    details["message"] = nil
    self.init(kind, message, details)
  }
}

/// The secrets that the caller gave, in a fixed order, so that a number can stand for each.
struct CallerSecrets: Sendable {
  let values: [String]

  init(_ settings: SessionSettings) {
    let template = settings.pager.template
    let positions = Set(settings.pager.strategy.positionNames)
    var values = Redactor.secrets(inURL: template.url.text, positions: positions)
    for (name, value) in template.literalParameters
    where Redactor.isCredentialName(name) && !positions.contains(name) {
      values.append(value)
    }
    for header in template.headers {
      values += Redactor.secrets(inHeader: header.name, value: header.value)
    }
    self.values = values
  }

  func cut(from text: String) -> String {
    values.enumerated().reduce(text) { text, secret in
      secret.element.utf8.count < Redactor.echoedSecretBytesMin
        ? text : text.replacing(secret.element, with: CallerSecrets.mark(secret.offset))
    }
  }

  func cut(fromURL url: String) -> String {
    values.enumerated().reduce(url) { text, secret in
      let encoded = QueryString.encode(secret.element)
      let mark = CallerSecrets.mark(secret.offset)
      guard encoded.utf8.count >= Redactor.echoedSecretBytesMin else {
        return text.replacing("=\(encoded)&", with: "=\(mark)&")
      }
      return text.replacing(encoded, with: mark).replacing(secret.element, with: mark)
    }
  }

  func restore(in text: String) -> String {
    values.enumerated().reduce(text) {
      $0.replacing(CallerSecrets.mark($1.offset), with: $1.element)
    }
  }

  func restore(inURL url: String) -> String {
    values.enumerated().reduce(url) {
      $0.replacing(CallerSecrets.mark($1.offset), with: QueryString.encode($1.element))
    }
  }

  private static func mark(_ number: Int) -> String { "{secret:\(number)}" }
}
