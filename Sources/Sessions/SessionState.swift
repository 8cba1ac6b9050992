import HTTP
import JSON
import Pagination

/// The state of one paginator: a value that takes in events and gives out effects. Decides, and
/// never waits; `Session` carries its effects out.
struct SessionState: Sendable {
  let id: String
  /// What the client said that it can answer.
  let abilities: HostAbilities
  var settings: SessionSettings
  /// The params of `open`, merged with every `configure` since; secrets are in here.
  var parameters: JSONObject
  var redactor: Redactor
  /// What a client sees of the URL pattern, secrets masked.
  var patternURL: String

  // What has been learned from the API.
  var counts: KnownCounts
  var current: CurrentPage?
  var ledger = Ledger()
  var places: Places
  var held = HeldPages()
  var loops = LoopGuard()
  /// The pages that were loaded one after the other up to the current one.
  var run = PageRun()
  /// The first page that is known not to exist.
  var end: EndMark?
  /// Pages without items in a row, each with a next.
  var emptyPagesInRow = 0
  var hasPreviousLinks = false
  /// The API gives positions where they could have been arithmetic.
  var positionsAreGiven = false
  var warnings: [PageWarning] = []
  var failure: SessionSnapshot.FailedPage?
  /// The URL of the latest request that was made from the template: whose origin is home.
  var openedURL: HTTPURL?
  /// Its text up to the path: what begins so has the same origin.
  var openedHead = ""
  /// What detection found; nil before the first page, and where the strategy was given.
  @Aside var finding: Finding?
  /// The settings as opened, where detection has changed them.
  @Aside var undetectedSettings: SessionSettings?
  /// The params that detection has changed them to.
  var adopted = JSONObject()
  /// Headers that the client has granted for a 401, each for the origin that asked.
  var grantedHeaders: [Origin: [HTTPField]] = [:]

  /// What is left of a page that a walk has cut.
  @Aside var rest: PageRest?
  /// Where an opened checkpoint goes on; nil once something has been loaded.
  @Aside var resumption: Checkpoint?

  // What is under way.
  var queue: [Load] = []
  var active: Load?
  @Aside var walk: Walk?
  @Aside var refresh: Refreshing?
  var window = Window()
  var fetches: [Int: Fetch] = [:]
  var lastID = 0
  var isClosed = false

  /// The state's text as last written; nil once something has changed.
  var snapshotText: [UInt8]?

  // What is to be done outside of the lock, in order.
  var effects: [Effect] = []
  var isCarryingOut = false

  /// How many different warnings a state keeps.
  static let warningsMax = 32
  /// How many loads of one paginator may wait.
  static let queuedLoadsMax = 10_000

  /// The page that loads count from.
  struct CurrentPage: Sendable {
    var page: Int
    /// Secrets masked.
    var url: String
  }

  /// Where the collection ends.
  struct EndMark: Sendable {
    /// The first page that does not exist.
    var bound: Int
    var reason: EndReason
  }

  init(
    id: String, settings: SessionSettings, parameters: JSONObject, abilities: HostAbilities
  ) {
    self.id = id
    self.abilities = abilities
    self.settings = settings
    self.parameters = parameters
    redactor = Redactor(settings)
    patternURL = redactor.mask(url: settings.pager.template.url.text)
    counts = KnownCounts(perPage: settings.pager.perPage, isSized: settings.pager.sendsSize)
    places = Places(firstPage: settings.pager.firstPage)
  }

  var pager: Pager { settings.pager }

  var firstPage: Int { pager.firstPage }

  /// Whether a page has been loaded, by a load or for a window.
  var loaded: Bool { !ledger.isEmpty }

  /// The parameters that hold positions, which are no secrets whatever their names are.
  var positionNames: Set<String> { Set(pager.strategy.positionNames) }

  /// The last page by the number of pages that the API states, whatever nonsense that is.
  var statedLastPage: Int? {
    counts.pageCount.map { firstPage + min($0 - 1, Pager.pageMax) }
  }

  /// Whether any page can be asked for.
  var isComputed: Bool { pager.isComputed && !positionsAreGiven }

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func warn(_ warning: PageWarning) {
    let warning = warning.masked(by: redactor)
    warnings.removeAll { $0.kind == warning.kind && $0.details["path"] == warning.details["path"] }
    warnings.append(warning)
    if warnings.count > SessionState.warningsMax { warnings.removeFirst() }
  }

  /// As just opened: what detection has found is forgotten, too.
  mutating func reset() {
    if let undetectedSettings { settings = undetectedSettings }
    undetectedSettings = nil
    finding = nil
    forget()
  }

  /// Forgets all pages and metadata.
  mutating func forget() {
    counts = KnownCounts(perPage: settings.pager.perPage, isSized: settings.pager.sendsSize)
    current = nil
    ledger.removeAll()
    places = Places(firstPage: firstPage)
    held.removeAll()
    loops = LoopGuard()
    run = PageRun()
    end = nil
    emptyPagesInRow = 0
    hasPreviousLinks = false
    positionsAreGiven = false
    warnings = []
    failure = nil
    openedURL = nil
    openedHead = ""
    rest = nil
    resumption = nil
    window = Window()
  }

  /// Whether there is a page after a page; nil: it cannot be known before asking.
  func hasNext(after page: Int) -> Bool? {
    if rest?.page == page { return barOfRest == nil }
    if let end, page + 1 >= end.bound { return false }
    if ledger[page + 1] != nil { return true }
    if let entry = ledger[page], let hasNext = entry.hasNext { return hasNext }
    if isComputed, let pageCount = counts.pageCount { return page - firstPage + 1 < pageCount }
    return nil
  }

  /// Whether there is a page before a page.
  func hasPrevious(before page: Int) -> Bool {
    if isComputed || pager.kind == .single { return page > firstPage }
    return ledger.position(of: page - 1) != nil
  }
}

extension Redactor {
  /// Knows every secret that the settings hold, and the names that hold positions.
  init(_ settings: SessionSettings, granted: [HTTPField] = []) {
    let template = settings.pager.template
    let positions = Set(settings.pager.strategy.positionNames)
    var secrets = Redactor.secrets(inURL: template.url.text, positions: positions)
    for header in template.headers + granted {
      secrets += Redactor.secrets(
        inHeader: header.name, value: header.value, url: template.url.text)
    }
    for (name, value) in template.literalParameters
    where Redactor.isCredentialName(name) && !positions.contains(name) {
      secrets.append(value)
    }
    for (name, text) in template.bodyMembers
    where Redactor.isCredentialName(name) && !positions.contains(name) {
      secrets.append(text)
    }
    if let proxy = settings.http.proxy { secrets += Redactor.secrets(inURL: proxy) }
    self.init(secrets: secrets, positions: positions)
  }
}
