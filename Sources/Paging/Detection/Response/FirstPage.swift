import HTTP
import JSON
import Pagination
import Text

/// One response with its request, surveyed once for all rules.
struct FirstPage: Sendable {
  let status: Int
  let headers: HTTPHeaders
  /// The parsed request; nil for a page that was already read, whose request is parsed only when
  /// needed.
  private let sent: SentRequest?
  let requestURL: String
  /// Empty where the body is blank.
  let envelope: Envelope
  let items: ItemList
  let links: [FoundLink]
  /// The member or header that decides the end by its own word; nil: nothing does.
  let flag: Flag?
  /// The counts that it states.
  private(set) var counts = CountFields()
  let given: JSONObject
  /// The list was sent as lines of JSON, or as rows.
  var isOpenEnded: Bool { form.isOpenEnded }
  /// The body was XML.
  var isXML: Bool { form.isXML }
  private let form: BodyForm
  /// The `decode` that later responses need.
  let decode: String?

  /// The maximum number of header fields examined.
  static let headersMax = 200

  /// Surveys the response to a request with this method and body; nil where it is not JSON. `given`:
  /// the caller's params of `open`, which are facts.
  init?(
    response: HTTPResponse, requestURL: String, method: String, body: JSONValue?, given: JSONObject
  ) {
    guard let document = try? JSONDocument(response.body) else { return nil }
    let lines = response.form == .lines ? document.elements(of: document.root) : []
    let envelope = Envelope(
      document, along: ItemList.givenPath(given), lines: document.envelopeLines(among: lines))
    let request = SentRequest(url: requestURL, method: method, body: body)
    self.init(
      response.status.code, response.headers, response.form, envelope,
      ItemList(envelope, request, given: given), request, url: requestURL, given: given,
      decode: Detector.decode(of: response))
  }

  /// Takes a page that has been read; only the URL of its request is known.
  init(_ reading: PageReading) {
    let view = reading.view
    let envelope =
      view.scan.map {
        Envelope($0.document, knowing: $0.lists.first, lines: view.envelopeLines)
      } ?? Envelope.empty
    let start = view.scan?.lists.first?.slice.start
    let items =
      envelope.lists.first { $0.slice.start == start }.map { ItemList($0) }
      ?? ItemList(
        envelope, SentRequest(url: view.url, method: "GET", body: nil), given: JSONObject())
    self.init(view.status, view.headers, view.form, envelope, items, nil, url: view.url)
  }

  private init(
    _ status: Int, _ headers: HTTPHeaders, _ form: BodyForm, _ envelope: Envelope,
    _ items: ItemList, _ sent: SentRequest?, url: String, given: JSONObject = JSONObject(),
    decode: String? = nil
  ) {
    let headers = HTTPHeaders(Array(headers.fields.prefix(FirstPage.headersMax)))
    (self.status, self.headers, self.form, requestURL) = (status, headers, form, url)
    (self.envelope, self.items, self.given, self.decode) = (envelope, items, given, decode)
    self.sent = sent?.knowing(size: items.count)
    links = FoundLink.all(in: envelope, headers: headers, items: items, url: url)
    flag = Flag(envelope, items, headers)
    counts = CountFields(self)
  }

  /// True for a first response; false for any page that has been read.
  var isFirst: Bool { sent != nil }

  var request: SentRequest {
    sent ?? SentRequest(url: requestURL, method: "GET", body: nil)
  }

  var members: [Envelope.Member] { envelope.members }

  /// The first URL of the next page.
  var nextURL: URLReference? { links.lazy.compactMap(\.reference).first }

  /// The evidence of what is at a path as settings spell it; nil: nothing.
  func evidence(at path: String, _ says: String) -> Evidence? {
    if case .header(let name)? = try? ValuePath(path) {
      return headers[name].map { _ in evidence(header: name, says) }
    }
    return envelope.member(path).map { envelope.evidence($0, says) }
  }

  func evidence(header name: String, _ says: String) -> Evidence {
    Evidence("@headers.\(name)", headers[name].map { ReadValue.text($0).evidence } ?? .null, says)
  }

  /// The members down to a depth, and those around the items, that may say how the list is paged.
  func signs(_ depth: Int) -> LazyFilterSequence<[Envelope.Member]> {
    members.lazy.filter { member in
      (member.keys.count <= depth || items.isInside(member.keys.dropLast()))
        && items.isInPagingObject(member)
    }
  }

  /// `_links` with a self and no next one, `@odata.context` without a next link: the API's way to
  /// say where it continues is there, and says nothing.
  var leadsNowhere: Bool {
    let marks = [["@odata.context"], ["odata.metadata"], ["batchcomplete"]]
    return hasOnlySelf || envelope.members.contains { marks.contains($0.keys) }
      || envelope.lists.contains { list in
        list.keys.count <= 2 && ["links", "link", "_links"].contains(list.keys.last)
          && leadNowhere(list)
      }
  }

  /// True for links none of which leads on. Those of a feed lead to itself and to a page for people, also
  /// where it is cut: one leads to another part of it (RFC 5005).
  private func leadNowhere(_ links: Envelope.List) -> Bool {
    let relations = links.elements.flatMap { envelope.document.relations(of: $0) }
    return !relations.isEmpty && !relations.contains("next")
      && (!isXML || relations.contains { $0.means(.backWords) || $0.means(.edges) })
  }

  /// `{"links": {"self": "..."}}`, without the number of a page: some APIs that page say no more.
  private var hasOnlySelf: Bool {
    envelope.members.contains { member in
      guard member.keys.count == 2, ["_links", "links"].contains(member.keys[0]),
        member.name.flat == "self"
      else { return false }
      let link = envelope.member(member.path + ".href") ?? member
      return envelope.text(link.slice).flatMap { URLReference($0).number(.pageParameters) } == nil
    }
  }

  /// True when the body is one document with an identity of its own, which may have lists inside.
  ///
  /// `{"id": 1, "title": "A", "comments": [{...}]}` is one, `{"ok": true, "names": ["a"]}` a list.
  var isDocument: Bool {
    guard envelope.document.root.kind == .object, !items.isGiven else { return false }
    let root = envelope.root
    if request.namesPageOrSize, items.list != nil { return false }
    if leadsOnItself || hasNumberedList { return false }
    if items.list != nil,
      envelope.member("type").flatMap({ envelope.text($0.slice) })?
        .hasSuffix("CollectionPage") == true
    {
      return false  // of ActivityStreams
    }
    if hasNameAndID, !hasListByName { return true }
    guard let list = items.list else { return envelope.document.omittedList(isXML: isXML) == nil }
    if list.count == 0, position != nil || isWithoutItems(list) { return false }
    if envelope.member("id") == nil, envelope.lists.contains(where: envelope.hasNone) {
      return false
    }
    if isColumn(list) || isOneOfSeveral(list, root) || isPart(list) { return true }
    guard items.isWeak else { return false }
    let isLone = root.allSatisfy { member in
      member.slice.kind != .object && member.slice.kind != .array
        || member.key == items.list?.keys.first || member.name.mentions(.pagingParents)
        || member.name.means(.otherLists)
        || member.slice.kind == .array && envelope.list(member.path)?.count == 0
    }
    // {"total_count": 2, "versions": ["1.0", "1.1"]}: what is beside the list is nothing of a thing
    let isOnlyPart = root.allSatisfy { $0.key == list.keys.first || envelope.isAside($0) }
    return !isLone || !isOnlyPart && root.contains { $0.name.means(.documentMembers) }
  }

  /// True when the body itself has an id, and a title or the like.
  var hasNameAndID: Bool {
    envelope.member("id") != nil
      && ["title", "name", "slug", "description", "content"].contains { envelope.member($0) != nil }
  }

  /// `{"hourly": {"time": ["a", "b"], "temperature": [1, 2]}}`: lists that are columns of a table.
  private func isColumn(_ list: Envelope.List) -> Bool {
    guard list.count > 1, list.elements.allSatisfy({ $0.kind != .object && $0.kind != .array })
    else { return false }
    return envelope.lists.contains {
      $0.keys.dropLast() == list.keys.dropLast() && $0.keys != list.keys && $0.count == list.count
    }
  }

  /// True when a list is one of several parts of a document. A longer list whose elements have ids is
  /// no part: the short one beside it names its columns.
  ///
  ///     {"info": {...}, "urls": [...], "vulnerabilities": [...]}     parts
  ///     {"title": "A", "fields": [24], "staff": [103 with ids]}      staff is the list
  private func isOneOfSeveral(_ list: Envelope.List, _ root: [Envelope.Member]) -> Bool {
    guard list.keys.count == 1, !list.name.means(.lists), !isCounted(list),
      !request.resources.contains(list.name.flat),
      root.contains(where: { $0.name.means(.documentMembers) })
    else { return false }
    let others = envelope.lists.filter { $0.keys.count == 1 && $0.keys != list.keys }
    let isBesideColumns = others.allSatisfy {
      $0.name.means(.otherLists) && $0.count < list.count
    }
    return !others.isEmpty
      && !(isBesideColumns && Detector.identity(of: list.elements, in: envelope.document) != nil)
  }

  /// True when a member is a flag; XML has them as texts.
  func isFlag(_ member: Envelope.Member) -> Bool {
    member.slice.kind == .boolean || isXML && Flag.value(member, envelope) != nil
  }

  /// `{"kind": "calendar#events", "etag": "..."}`, `{"resourceType": "Bundle", "type": "searchset"}`: the
  /// kind of a body with nothing in it; a list without items is left out.
  var bareKind: Envelope.Member? {
    guard items.list == nil, !items.isGiven,
      let kind = members.first(where: {
        ["kind", "resourcetype"].contains($0.name.flat) && $0.slice.kind == .string
          || $0.keys == ["batchcomplete"]
      })
    else { return nil }
    let isList = envelope.document.omittedList(isXML: false) != nil
    return members.allSatisfy {
      $0.name.means(.besideKinds) || $0.keys == kind.keys
        || isList && ($0.keys.count > 1 || $0.name.means(.besideLists))
    } ? kind : nil
  }

  /// The flag, as what it is about.
  var flagEvidence: [Evidence] {
    (flag.flatMap { evidence(at: $0.path, "whether there is more") }).map { [$0] } ?? []
  }

  /// True when the response itself says that there is another page.
  var saysMore: Bool { flag?.saysMore ?? false }
}

/// A member or a header that says whether there is more: `{"has_more": true}`, `X-Has-More: true`.
struct Flag: Sendable {
  let saysMore: Bool
  /// As settings spell it.
  let path: String
  /// True when it is named for more to come, false when for the end.
  let isMore: Bool

  init?(_ envelope: Envelope, _ items: ItemList, _ headers: HTTPHeaders) {
    for member in envelope.members where member.keys.count <= 4 {
      let isMore = member.name.means(.moreFlags) || Flag.isNext(member, envelope)
      if isMore || member.name.means(.lastFlags),
        let value = Flag.value(member, envelope), items.isInPagingObject(member)
      {
        (saysMore, path, self.isMore) = (value == isMore, member.path, isMore)
        return
      }
    }
    for field in headers.fields where FieldName.parameter(field.name).means(.moreFlags) {
      guard let value = ReadValue.text(field.value).boolean else { continue }
      (saysMore, path, isMore) = (value, "@headers.\(field.name)", true)
      return
    }
    return nil
  }

  /// `"next_page": true`, `"next": "yes"`: no page and no token.
  private static func isNext(_ member: Envelope.Member, _ envelope: Envelope) -> Bool {
    guard ["next", "nextpage"].contains(member.name.flat) else { return false }
    if member.slice.kind == .boolean { return value(member, envelope) == true }
    let text = envelope.document.string(member.slice)
    return text.map { ["true", "yes", "y"].contains(ASCII.lowercased($0)) } ?? false
  }

  /// The value of a flag, given as a boolean or as its text; nil for any other value.
  static func value(_ member: Envelope.Member, _ envelope: Envelope) -> Bool? {
    let isEmpty = member.slice.kind == .string && member.slice.range.count <= 2
    if isEmpty, !member.name.means(.moreFlags) { return nil }
    return member.slice.range.count <= 8
      ? ReadValue.json(envelope.document, member.slice).boolean : nil
  }
}

extension FirstPage {
  /// A value of a list's last item, with the evidence of it.
  func ofLastItem(
    _ path: JSONPath, of list: Envelope.List?, _ says: String
  ) -> (value: JSONSlice, evidence: Evidence)? {
    guard let list, let last = list.elements.last,
      let value = envelope.document.resolve(path, from: last)
    else { return nil }
    let pointer = Evidence.pointer(list.keys + [String(list.count - 1), path.description])
    let read = ReadValue.json(envelope.document, value).evidence
    return (value, Evidence(pointer, read, says))
  }

  /// True when the members around the items report what looks like a failure.
  var reportsFailure: Bool { view(of: items.list).reportedFailure != nil }

  /// The response as a pager looks into it that finds its items in this list.
  func view(of list: Envelope.List?) -> ResponseView {
    let lists = list.map { [JSONList(slice: $0.slice)] } ?? []
    return ResponseView(
      status: status, headers: headers, url: requestURL,
      scan: JSONScan(document: envelope.document, lists: lists), items: list?.elements ?? [],
      form: form, envelopeLines: envelope.lines)
  }
}

extension Envelope {
  /// The stand-in for a body that is not JSON.
  static let empty: Envelope = {
    guard let document = try? JSONDocument(Array("null".utf8)) else {
      preconditionFailure("null is JSON")
    }
    return Envelope(document)
  }()
}
