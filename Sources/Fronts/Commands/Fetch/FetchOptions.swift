import JSON
import Sessions

extension Option {
  static let map = Option(
    "map", "JSON|FILE", .json,
    "A mapping for the items, or an object with responseDescriptors and mappings")
  static let fields = Option(
    "fields", "NAMES", .text,
    "Only these members of the items, such as id,title,author.login; a missing one is null"
  )
  static let pagesMax = Option(
    "max-pages", "N", .integer(1...Int.max), "End after N pages, those of resumed runs included")
  static let itemsMax = Option(
    "max-items", "N", .integer(1...Int.max), "End after N items, those of resumed runs included")
  static let concurrency = Option(
    "concurrency", "N", .integer(1...FetchingSettings.concurrencyMax),
    "Requests at once, where the API allows it (default: 4)")
  static let exact = Option(
    "exact",
    "Detect and recover rows that move while the list is read: pages overlap, or, where they "
      + "cannot and no total proves that all came, the list is read again until two passes agree. "
      + "--prune implies it")
  static let passes = Option(
    "passes", "N", .integer(WalkSettings.passesLimit),
    "Read the list up to N times, until one pass proves itself or two agree (default: 1, with "
      + "--exact 3)")
  static let format = Option(
    "format", short: "f", "FORMAT", .choice(OutputFormat.allCases.map(\.rawValue)),
    "How items are written: \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")) "
      + "(default: \(OutputFormat.rule))")
  static let keepFormulas = Option(
    "keep-formulas",
    "In csv and tsv, write texts that begin like a formula (= + - @) without the ' in front of them"
  )
  static let output = Option(
    "output", short: "o", "FILE", .file,
    "Write to FILE instead of standard output; an earlier file is kept until the first page has "
      + "come")
  static let resume = Option(
    "resume", "FILE", .file,
    "Continue where FILE says, and keep it up to date. After the end of a walk, the same command "
      + "says so and sends nothing; delete FILE to start again")
  static let summary = Option(
    "summary",
    "At the end, write one line of JSON to standard error: pages, items, duplicates, verdict, "
      + "proof, endReason, seconds, warnings, and the issues of a mapping")
  static let quiet = Option("quiet", short: "q", "No progress line and no last line on a terminal")
}

/// The options on the command line of `paginator fetch`.
struct FetchOptions {
  let request: RequestOptions
  /// Members that are wanted of items; nil: all.
  let fields: FieldChoice?
  let format: OutputFormat
  /// nil: standard output.
  let output: String?
  let store: StoreOptions
  /// nil: there is one list.
  let each: EachOptions?

  init(_ arguments: Arguments) throws(UsageError) {
    request = try RequestOptions(arguments)
    output = OutputFormat.file(arguments)
    fields = try arguments.text(.fields).map(FieldChoice.init)
    format = try OutputFormat(arguments)
    if arguments.isSet(.keepFormulas), format != .csv, format != .tsv {
      throw UsageError("--keep-formulas needs --format csv or tsv")
    }
    store = try StoreOptions(arguments, format: format, output: output)
    each = try EachOptions(arguments, format: format)
    let resume = arguments.text(.resume)
    if resume != nil, !format.isContinuable {
      throw UsageError("--resume cannot continue --format \(format.rawValue)")
    }
    if resume != nil, output == nil, format == .json {
      throw UsageError("--resume needs --output where --format is json: one array has one end")
    }
  }

  var pagesMax: Int? { request.arguments.integer(.pagesMax) }
  var itemsMax: Int? { request.arguments.integer(.itemsMax) }
  var concurrency: Int? { request.arguments.integer(.concurrency) }
  var walk: WalkSettings {
    WalkSettings(
      isExact: request.arguments.isSet(.exact) ? true : nil,
      passesMax: request.arguments.integer(.passes), isForPruning: store.pruning != nil)
  }
  var keepsFormulas: Bool { request.arguments.isSet(.keepFormulas) }
  var resume: String? { request.arguments.text(.resume) }
  var wantsSummary: Bool { request.arguments.isSet(.summary) }
  var isQuiet: Bool { request.arguments.isSet(.quiet) }
  var isVerbose: Bool { request.arguments.isSet(.verbose) }

  // MARK: The bookmark's places in the request

  /// The params as every run has them, for telling whether two are the same.
  func placeholder(_ params: CommandLineParams) throws(UsageError) -> JSONObject {
    let text = HighWaterMarkText(params.object)
    if text.isUsed, store.bookmark == nil {
      throw UsageError("{bookmark} needs --bookmark PATH, which says what it stands for")
    }
    return withoutEach(try text.filled(with: "bookmark"))
  }

  /// The params of this run; nil: they have no place for a bookmark.
  func filled(
    _ params: CommandLineParams, _ since: JSONOrdered?
  ) throws(UsageError) -> JSONObject? {
    var since = since
    if let lag = store.lag, let value = since { since = try lag.before(value) }
    let text = HighWaterMarkText(params.object)
    let ends = store.isNewestFirst && since != nil
    guard text.isUsed || ends else { return nil }
    var object = try text.filled(with: since?.text)
    if ends, let path = store.bookmark, let since {
      var limits = object["limits"]?.objectValue ?? JSONObject()
      limits["until"] = ["path": .string(path), "below": since.value, "pinned": true]
      object["limits"] = .object(limits)
    }
    return withoutEach(object)
  }

  /// Removes `each` from the params of `--open`, as it is meant for the series.
  private func withoutEach(_ object: JSONObject) -> JSONObject {
    var object = object
    if each != nil { object["each"] = nil }
    return object
  }

  /// Refuses what does not go together with what the request says.
  func check(_ request: APIRequest) throws(UsageError) {
    let hasUntil = !(request.params.object["limits"]?["until"] ?? .null).isNull
    if store.isNewestFirst, hasUntil {
      throw UsageError("--newest-first sets limits.until; leave it out of --open")
    }
    guard format == .sqlite else { return }
    if request.checkpoint != nil {
      throw UsageError(
        "a checkpoint in --open cannot be used with SQLite: the same command continues without it")
    }
    if store.pruning != nil, hasUntil {
      throw UsageError("--prune cannot be combined with limits.until, whose runs see only a part")
    }
    guard request.settings.identity.isEmpty else { return }
    if store.lag != nil {
      throw UsageError("--lag into a table needs --identity: the items of that time come again")
    }
    if store.isNewestFirst {
      throw UsageError("--newest-first into a table needs --identity: the newest items come again")
    }
  }
}
