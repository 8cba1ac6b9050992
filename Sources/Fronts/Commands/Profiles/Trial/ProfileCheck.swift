import JSON
import Profiles
import Sessions
import Wire

/// The findings from the first two pages of a profile.
struct ProfileCheck {
  /// Counts how often items have what identifies them.
  struct Identities {
    let paths: [String]
    private(set) var items = 0
    private(set) var repeated = 0
    private var seen: Set<[String]> = []

    init(paths: [JSONPath]) { self.paths = paths.map(\.description) }

    /// Counts the items of a page; those without an identity are omitted.
    mutating func add(_ content: PageContent, at paths: [JSONPath]) {
      guard let document = content.document else { return }
      for item in content.sources {
        let values = paths.map { ProfileCheck.text(document, document.resolve($0, from: item)) }
        guard !values.contains("null") else { continue }
        items += 1
        if !seen.insert(values).inserted { repeated += 1 }
      }
    }
  }

  let profile: Profile
  private(set) var pages: [LoadedPage] = []
  /// nil: the profile does not say what identifies an item.
  private(set) var identities: Identities?
  /// As the last page left it.
  private(set) var snapshot: SessionSnapshot
  /// The reason why a page did not arrive.
  private(set) var failure: LoadFailure?

  /// Opens the profile and loads two pages, or the only one; nil: a signal came.
  init?(_ profile: Profile, _ session: Session, _ settings: SessionSettings) {
    self.profile = profile
    snapshot = session.snapshot()
    identities =
      settings.identity.isEmpty ? nil : Identities(paths: settings.identity)
    while pages.count < ProfileCheck.pagesMax, snapshot.hasNextPage != false || pages.isEmpty {
      let pending = PendingResult<Result<LoadedPage, LoadFailure>>()
      session.load(.next) { pending.give($0) }
      guard let result = pending.wait() else { return nil }
      switch result {
      case .success(let page):
        snapshot = page.snapshot
        identities?.add(page.content, at: settings.identity)
        pages.append(page)
      case .failure(let failure):
        // The end may show only with the request after it.
        if case .noNextPage = failure.error {
          snapshot = failure.snapshot
        } else {
          self.failure = failure
        }
        return
      }
    }
  }

  /// A value as its bytes; "null" where it is absent.
  private static func text(_ document: JSONDocument, _ slice: JSONSlice?) -> String {
    guard let slice, !slice.isAbsent else { return "null" }
    return String(decoding: document.bytes[slice.range], as: UTF8.self)
  }

  /// The number of pages that are loaded.
  static let pagesMax = 2

  /// 0 without doubts, 4 with warnings or repeated identities, 1 where a page did not come.
  var exitCode: Int32 {
    if failure != nil { return ExitCode.failure }
    let isDoubtful = !snapshot.warnings.isEmpty || (identities?.repeated ?? 0) > 0
    return isDoubtful ? ExitCode.suspect : ExitCode.success
  }

  /// For programs.
  var json: JSONValue {
    var object: JSONObject = [
      "profile": .string(profile.name), "strategy": .string(snapshot.request.strategy),
      "pages": .array(pages.map(\.tried)),
      "objectCount": snapshot.counts.objectCount.map(JSONValue.integer) ?? .null,
      "pageCount": snapshot.counts.pageCount.map(JSONValue.integer) ?? .null,
      "endReason": snapshot.endReason?.json() ?? .null,
      "identity": identities?.json ?? .null,
      "warnings": .array(snapshot.warnings.map(\.json)),
    ]
    object["error"] =
      failure.map {
        ["kind": .string($0.error.kind), "message": .string($0.error.sentence())]
      } ?? .null
    return .object(object)
  }
}

extension LoadedPage {
  fileprivate var tried: JSONValue {
    [
      "page": .integer(page), "status": .integer(facts.status), "items": .integer(content.count),
      "hasNextPage": snapshot.hasNextPage.map(JSONValue.boolean) ?? .null,
      "url": .string(facts.url), "bytes": .integer(facts.bytes),
    ]
  }
}

extension ProfileCheck.Identities {
  fileprivate var json: JSONValue {
    [
      "paths": .array(paths.map(JSONValue.string)), "items": .integer(items),
      "repeated": .integer(repeated),
    ]
  }
}
