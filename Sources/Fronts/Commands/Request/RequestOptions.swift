import Decoding
import Pagination
import Server
import Sessions

extension Option {
  static let method = Option(
    "method", short: "X", "METHOD", .text, param: "method",
    "HTTP method (default: GET, or POST with --data)")
  static let header = Option(
    "header", short: "H", "LINE", .text, repeats: true,
    "Request header, such as 'Accept: text/csv'; repeatable")
  static let headerFile = Option(
    "header-file", "FILE", .file, repeats: true,
    "Read headers from FILE, one per line; # starts a comment; repeatable")
  static let parameter = Option(
    "param", "NAME=VALUE", .text, repeats: true,
    "Query parameter; repeatable, also with the same name")
  static let data = Option(
    "data", short: "d", "DATA", .text, repeats: true,
    "Request body: a JSON text is sent as application/json, anything else as a form. @FILE reads "
      + "it from FILE, @- from standard input; repeatable, joined with &")
  static let token = Option(
    "token", "TOKEN", .text, param: "token",
    "Token of the API, such as '{env:GITLAB_TOKEN}'; sent as --profile says, else as a bearer token"
  )
  static let auth = Option(
    "auth", "JSON|FILE", .json, param: "auth",
    "Other credentials, such as '{\"type\": \"oauth2\", ...}', with {env:NAME} in every string")
  static let user = Option("user", short: "u", "NAME:PASSWORD", .text, "Basic authentication")
  static let retries = Option(
    "retries", "N", .integer(0...100), param: "fetching.retries",
    "Send a failed request again up to N times (default: 3)")
  static let timeout = Option(
    "timeout", "SECONDS", .seconds(0.001...SessionSettings.secondsMax),
    param: "fetching.timeoutSeconds", "Give up on a request after this time (default: 60)")
  static let proxy = Option(
    "proxy", "URL", .text, param: "fetching.proxy",
    "Proxy (default: http_proxy, https_proxy and no_proxy, as curl)")
  static let caFile = Option(
    "ca-file", "FILE", .file, param: "fetching.caFile",
    "Trust the certificates in FILE (PEM) and no others")
  static let allowedOrigin = Option(
    "allow-origin", "ORIGIN", .text, param: "fetching.allowedOrigins", repeats: true,
    "Follow links and redirects of the API to another origin, such as https://eu.example.com, too; "
      + "credentials are not sent there; repeatable")
  static let profile = Option(
    "profile", short: "p", "NAME", .profile, param: "profile",
    "How a known API pages; paginator profiles lists the names")
  static let profileFiles = Option(
    "profiles", "FILE", .file, repeats: true,
    "Also load profiles from FILE; repeatable, later files win")
  static let open = Option(
    "open", "JSON|FILE", .json,
    "Settings as a JSON object, written here or in FILE; the other options override them")
  static let pagination = Option(
    "pagination", "JSON|NAME", .word(CommandLineParams.strategies), param: "pagination",
    "How the API pages: '{\"strategy\": \"cursor\", ...}', or the name of a strategy alone: "
      + CommandLineParams.strategies.joined(separator: ", "))
  static let perPage = Option(
    "per-page", "N", .integer(1...Pager.perPageMax), param: "perPage", "Items per page")
  static let decode = Option(
    "decode", "FORMAT|JSON", .word(BodyFormat.allCases.map(\.rawValue)), param: "decode",
    "Format of the bodies: auto (default: as each response says), json, jsonLines, csv (TSV, too), xml; or "
      + "'{\"csv\": {\"delimiter\": \";\", \"quote\": \"'\"}}' with the characters of the rows")
  static let items = Option(
    "items", "PATH", .text, param: "itemsPath",
    "Key path of the list of items, such as data.items; \"\" is the root, items.* the values of an "
      + "object, rows@columns rows with the names of their columns")
  static let identity = Option(
    "identity", "PATH", .text, param: "identity", repeats: true,
    "Key path of the value that identifies an item, such as id, to find duplicates; repeatable")
  static let expired = Option(
    "expired", "JSON|FILE", .json, param: "expired",
    "The error, besides 410, that says that a position has expired, such as '{\"status\": 422, "
      + "\"member\": \"error.type\", \"value\": \"CURSOR_EXPIRED\"}': the walk then starts again, and "
      + "skips what it has delivered")
  static let noItems = Option(
    "no-items", "JSON|FILE", .json, param: "noItems",
    "The error that the API returns when there are no items, in the same form")
  static let inner = Option(
    "inner", "JSON|PATH", .json, param: "inner",
    "Walk the list within each item to its end: as JSON (list, items, more, next, parameter, by), or "
      + "its key path where the profile has the rest, such as lines with stripe")
  static let verbose = Option(
    "verbose", short: "v",
    "Write a line about each request: method, URL, status, time, size")
}

extension OptionGroup {
  /// The options for the requests of `fetch` and `detect`.
  static let request = OptionGroup(
    "Request",
    [
      .method, .header, .headerFile, .parameter, .data, .token, .auth, .user, .retries, .timeout,
      .proxy, .caFile, .allowedOrigin,
    ])
}

extension Command.Operand {
  static let url = Command.Operand(
    name: "URL", kind: .url,
    help:
      "May hold :currentPage, :perPage, :offset or :cursor; not needed where --profile or --open "
      + "has one")
}

/// A request to an API as the command line describes it: the options that `fetch` and `detect`
/// share.
struct RequestOptions {
  let arguments: Arguments
  let catalog: ProfileCatalog
  /// The substitute for environment variables that are not set; nil: none.
  let unsetVariable: String?

  init(_ arguments: Arguments) throws(UsageError) {
    self.arguments = arguments
    unsetVariable = try RecordingChoice(arguments).unsetVariable
    catalog = CommandProfiles.catalog(
      files: arguments.texts(.profileFiles), unsetVariable: unsetVariable)
    if arguments.operand == nil, !arguments.isSet(.profile), !arguments.isSet(.open) {
      throw UsageError("\(arguments.command.name) needs a URL, --profile or --open")
    }
  }
}
