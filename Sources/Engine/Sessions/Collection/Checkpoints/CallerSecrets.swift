import HTTP
import JSON
import Pagination
import Secrets
import Text

/// The secrets of a session in what outlives it: a mark stands for each that the caller gives, and
/// what echoes any other, such as an access token, is not written at all.
struct CallerSecrets: Sendable {
  private let seal: SecretSeal
  private let redactor: Redactor
  /// The client itself gives the requests, by `paginator/extractPage`.
  private let areLinksGiven: Bool
  /// What detection has found, which is in the checkpoint of each page, and the same without secrets.
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

  /// The text with the secrets back in; nil where a mark stands for none that is given.
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

  /// What is shown of a reason, which is never sent.
  func masked(_ reason: EndReason) -> EndReason { reason.masked(by: redactor) }

  /// What is shown of a doubt, which is never sent.
  func masked(_ doubt: PageWarning) -> PageWarning { doubt.masked(by: redactor) }

  /// The link with a mark for each of these secrets; nil where it holds others, which nothing could
  /// put back.
  func cut(from link: PageLink) -> PageLink? {
    var cut = link
    guard let url = seal.seal(url: link.url) else { return nil }
    cut.url = url
    cut.headers = []
    for header in link.headers {
      // A header that the client itself gives may well say where the page is.
      let isPlace =
        areLinksGiven && !CredentialNames.maySuggestCredential(header: header.name)
      guard let value = seal.seal(header.value) ?? (isPlace ? header.value : nil) else {
        return nil
      }
      cut.headers.append(HTTPField(name: header.name, value: value))
    }
    if let body = link.body {
      guard let text = seal.seal(String(decoding: body, as: UTF8.self)) else { return nil }
      cut.body = Array(text.utf8)
    }
    guard areLinksGiven else { return cut }
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
    var whole = link
    guard let url = seal.open(link.url) else { return nil }
    whole.url = url
    whole.headers = []
    for header in link.headers {
      guard let value = seal.open(header.value) else { return nil }
      whole.headers.append(HTTPField(name: header.name, value: value))
    }
    guard let body = link.body else { return whole }
    guard let text = seal.open(String(decoding: body, as: UTF8.self)) else { return nil }
    whole.body = Array(text.utf8)
    return whole
  }
}
