import HTTP
import JSON
import Pagination
import Secrets
import Text

/// The secrets of a session in data that outlives it: a mark replaces each secret that the caller
/// gives, and anything that echoes another secret, such as an access token, is not written at all.
struct CallerSecrets: Sendable {
  private let seal: SecretSeal
  /// Masks what is for display and is never sent.
  let redactor: Redactor
  /// The client itself gives the requests, by `paginator/extractPage`.
  private let areLinksGiven: Bool
  /// The found params, which are in the checkpoint of each page, and the same without
  /// secrets.
  private let found: JSONObject?
  private var cutFound: JSONObject?

  /// `redactor` knows other secrets, too.
  init(
    _ secrets: SecretList, _ redactor: Redactor, _ credentials: HTTPCredentials?,
    areLinksGiven: Bool, found: JSONObject?
  ) {
    var names: Set<String> = []
    if case .apiKey(let key)? = credentials { names = [key.name] }
    self.redactor = redactor
    seal = SecretSeal(secrets, all: redactor, names: names)
    self.areLinksGiven = areLinksGiven
    self.found = found
    cutFound = found.flatMap { changed($0) { seal.seal($0) } }
  }

  /// The text with a mark for each of these secrets; nil where it holds another one.
  func cut(from text: String) -> String? { seal.seal(text) }

  /// The text with the secrets restored; nil if a mark represents a secret that is not given.
  func restore(in text: String) -> String? { seal.open(text) }

  /// The params with a mark for each secret; nil where a text holds another one.
  func cut(from object: JSONObject) -> JSONObject? {
    object == found ? cutFound : changed(object) { seal.seal($0) }
  }

  func restore(in object: JSONObject) -> JSONObject? { changed(object) { seal.open($0) } }

  private struct Unknown: Error {}

  private func changed(_ object: JSONObject, _ change: (String) -> String?) -> JSONObject? {
    try? JSONValue.object(object).mapTexts { _, text throws(Unknown) in
      guard let text = change(text) else { throw Unknown() }
      return text
    }.objectValue
  }

  /// The link with a mark for each of these secrets; nil if it holds others, which could not be
  /// restored.
  func cut(from link: PageLink) -> PageLink? {
    let cut = changed(link, url: seal.seal(url: link.url), { seal.seal($0) }) { header in
      // A header that the client itself gives may well say where the page is.
      let isPlace = areLinksGiven && !CredentialNames.maySuggestCredential(header: header.name)
      return seal.seal(header.value) ?? (isPlace ? header.value : nil)
    }
    guard areLinksGiven, let cut else { return cut }
    var others = SecretList()
    others.add(url: cut.url)
    // Other headers may well say where the page is.
    for field in cut.headers where CredentialNames.maySuggestCredential(header: field.name) {
      others.add(header: field.name, value: field.value)
    }
    others.add(body: String(decoding: cut.body ?? [], as: UTF8.self))
    return others.values.allSatisfy { $0.contains(SecretSeal.markStart) } ? cut : nil
  }

  func restore(in link: PageLink) -> PageLink? {
    changed(link, url: seal.open(link.url), seal.open) { seal.open($0.value) }
  }

  private func changed(
    _ link: PageLink, url: String?, _ body: (String) -> String?, _ header: (HTTPField) -> String?
  ) -> PageLink? {
    guard let url else { return nil }
    var changed = link
    changed.url = url
    for (index, field) in link.headers.enumerated() {
      guard let value = header(field) else { return nil }
      changed.headers[index].value = value
    }
    if let bytes = link.body {
      guard let text = body(String(decoding: bytes, as: UTF8.self)) else { return nil }
      changed.body = Array(text.utf8)
    }
    return changed
  }
}
