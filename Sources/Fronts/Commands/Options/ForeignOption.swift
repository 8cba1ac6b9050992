import Text

/// An option of curl or gh that does not exist here, and its equivalent.
///
///     unknown option -L: redirects are followed without it; -L of gh is --max-items N
struct ForeignOption {
  /// As it is written: `-L`, `--location`.
  let spellings: [String]
  /// True when a word after it is its value.
  let takesValue: Bool
  /// The advice, without a full stop.
  var hint: String { hints.joined(separator: "; ") }
  private var hints: [String]

  private init(_ spellings: String, takesValue: Bool = false, _ hint: String) {
    self.spellings = spellings.split(separator: " ").map(String.init)
    self.takesValue = takesValue
    hints = hint.split(separator: ";").map { String($0).trimmingBlanks }
  }

  /// The option with this spelling, with the parts of its hint that the command can follow; nil if
  /// there is no such option or no part is left.
  static func named(_ word: String, for command: Command) -> ForeignOption? {
    guard var foreign = all.first(where: { $0.spellings.contains(word) }) else { return nil }
    let own = command.options.map(\.long)
    foreign.hints.removeAll { !options(of: $0).allSatisfy(own.contains) }
    return foreign.hints.isEmpty ? nil : foreign
  }

  /// The options of Paginator that the hint names.
  var options: [String] { Self.options(of: hint) }

  private static func options(of hint: String) -> [String] {
    hint.split(whereSeparator: { " ,;'".contains($0) }).map(String.init)
      .filter { $0.hasPrefix("--") }
  }

  static let all: [ForeignOption] = [
    .init(
      "-L --location --location-trusted",
      "redirects are followed without it; -L of gh is --max-items N"),
    .init("--limit", takesValue: true, "use --max-items N"),
    .init("-x --preproxy", takesValue: true, "use --proxy URL"),
    .init("-b --cookie", takesValue: true, "use -H 'Cookie: NAME=VALUE'"),
    .init("-A --user-agent", takesValue: true, "use -H 'User-Agent: NAME'"),
    .init("-e --referer", takesValue: true, "use -H 'Referer: URL'"),
    .init("--oauth2-bearer", takesValue: true, "use --token '{env:NAME}'"),
    .init(
      "-k --insecure",
      "certificates are always checked; --ca-file FILE trusts one of your own"),
    .init("--cacert", takesValue: true, "use --ca-file FILE"),
    .init("-s --silent -S --show-error", "use --quiet"),
    .init(
      "-i --include -D --dump-header",
      "--verbose shows the status of each response, --record FILE keeps the headers"),
    .init("-I --head", "use --max-pages 1 --verbose, which shows the status"),
    .init("-G --get --url-query", "use --param NAME=VALUE instead of -d"),
    .init(
      "-F --form --field --raw-field", takesValue: true,
      "use --param NAME=VALUE, or -d for the body"),
    .init(
      "--data-raw --data-binary --data-urlencode --data-ascii --input", takesValue: true,
      "use --data"),
    .init(
      "--json", takesValue: true,
      "use --data '{...}' for a body, --fields NAMES for some members of the items"),
    .init(
      "--jq", takesValue: true, "pipe the items into jq, or choose members with --fields NAMES"),
    .init("-t --template", takesValue: true, "pipe the items into jq, or use --format csv"),
    .init("--paginate --slurp", "every page is fetched without it; --format json writes one array"),
    .init("--url", takesValue: true, "write the URL alone"),
    .init("--request", takesValue: true, "use --method"),
    .init("-O --remote-name", "use --output FILE"),
    .init("-w --write-out", takesValue: true, "use --summary, or --verbose for each request"),
    .init("-m --max-time --connect-timeout", takesValue: true, "use --timeout SECONDS"),
    .init("--retry", takesValue: true, "use --retries N"),
    .init("--compressed", "compressed responses are decoded without it"),
    .init(
      "--fail --fail-with-body", "a failed request ends with an exit code of its own without it"),
    .init("-N --no-buffer", "items are written as they come without it"),
    .init("-Z --parallel --parallel-max", "use --concurrency N"),
    .init("--http1.0 --http1.1 --http2 --http3", "the version of HTTP is chosen automatically"),
    .init(
      "-n --netrc -E --cert --key", takesValue: true, "use --token, --auth, --user or --header"),
  ]
}
