import Testing

@testable import Commands

/// How the words of a command line are read.
struct ArgumentsTests {
  static func fetch(_ words: String...) throws -> Arguments { try Arguments(words, of: .fetch) }

  @Test(arguments: [
    ["--output", "a", "u"], ["--output=a", "u"], ["-o", "a", "u"], ["-oa", "u"], ["u", "-qoa"],
    ["--output=a", "--", "u"],
  ])
  func anOptionIsWrittenInManyWays(words: [String]) throws {
    let arguments = try Arguments(words, of: .fetch)
    #expect(arguments.text(.output) == "a")
    #expect(arguments.operand == "u")
  }

  @Test func flagsGoTogether() throws {
    let arguments = try Self.fetch("-vq", "u")
    #expect(arguments.isSet(.verbose) && arguments.isSet(.quiet) && !arguments.isSet(.summary))
  }

  @Test func valuesAreTakenAsTheyAre() throws {
    let arguments = try Self.fetch("-H", "A: b=c", "--header=D: -e", "--items", "", "-o", "-")
    #expect(arguments.texts(.header) == ["A: b=c", "D: -e"])
    #expect(arguments.text(.items) == "")
    #expect(arguments.text(.output) == "-")
  }

  @Test func theLastOfSeveralValuesCounts() throws {
    let arguments = try Self.fetch("--retries=1", "-f", "csv", "-f", "tsv", "--retries", "2")
    #expect(arguments.integer(.retries) == 2 && arguments.text(.format) == "tsv")
  }

  @Test func twoDashesEndTheOptions() throws {
    let arguments = try Self.fetch("-q", "--", "--verbose")
    #expect(arguments.operand == "--verbose")
    #expect(!arguments.isSet(.verbose))
  }

  @Test(arguments: ["-h", "--help"])
  func helpIsForgiving(word: String) throws {
    #expect(try Arguments(["a", "b", word], of: .fetch).wantsHelp)
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let words: [String]
    let command: Command
    let message: String

    var testDescription: String { words.joined(separator: " ") }

    init(_ words: [String], of command: Command = .fetch, _ message: String) {
      self.words = words
      self.command = command
      self.message = message
    }
  }

  static let mistakes: [Mistake] = [
    Mistake(["--formatt"], "unknown option --formatt; did you mean --format?"),
    Mistake(["--fromat=csv"], "unknown option --fromat; did you mean --format?"),
    Mistake(["--xyzzy"], "unknown option --xyzzy"),
    Mistake(["-z"], "unknown option -z"),
    Mistake(["-qz"], "unknown option -z"),
    Mistake(["--quiet=yes"], "--quiet takes no value"),
    Mistake(["--output"], "--output needs a value: FILE"),
    Mistake(["-qo"], "-o needs a value: FILE"),
    Mistake(
      ["--output", "--quiet"],
      "--output needs a value: FILE; write --output=--quiet if --quiet is one"),
    Mistake(
      ["-f", "cvs"],
      "-f must be one of \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")), "
        + "not \"cvs\"; did you mean csv?"),
    Mistake(["--retries", "101"], "--retries must be a whole number from 0 to 100"),
    Mistake(["--max-items=-1"], "--max-items must be a whole number of at least 1"),
    Mistake(["--timeout=0"], "--timeout must be a number of seconds from 0.001 to 86400.0"),
    Mistake(["--timeout=nan"], "--timeout must be a number of seconds from 0.001 to 86400.0"),
    Mistake(["-o", "a", "--output=b"], "--output is given twice; leave one out"),
    Mistake(["-oa", "-ob"], "-o is given twice; leave one out"),
    Mistake(["--resume=a", "--resume=a"], "--resume is given twice; leave one out"),
    Mistake(
      ["-L", "u"],
      "unknown option -L: redirects are followed without it; -L of gh is --max-items N"),
    Mistake(
      ["-skqA"],
      "unknown option -s: use --quiet; -k: certificates are always checked; --ca-file FILE trusts "
        + "one of your own; -A: use -H 'User-Agent: NAME'"),
    Mistake(["-xhttp://p"], "unknown option -x: use --proxy URL"),
    Mistake(["--limit=5"], "unknown option --limit: use --max-items N"),
    Mistake(["-L"], of: .serve, "unknown option -L"),
    Mistake(
      ["u", "-q", ".title"],
      "fetch takes one URL, but got 2; -q is --quiet here: pipe the items into jq"),
    Mistake(["a", "b"], "fetch takes one URL, but got 2"),
    Mistake(["a"], of: .demo, "demo takes no argument, but got \"a\""),
  ]

  @Test(arguments: mistakes)
  func mistakesSayWhatToDo(mistake: Mistake) {
    let error = #expect(throws: UsageError.self) {
      try Arguments(mistake.words, of: mistake.command)
    }
    #expect(error?.message == mistake.message)
  }

  /// What people know of curl and gh is an option here, or has a hint.
  @Test(arguments: [
    "-L", "-x", "-b", "-A", "-k", "-s", "-S", "-i", "-I", "-G", "-F", "-O", "-w", "-m", "--json",
    "--limit", "--jq", "--paginate", "--silent", "--location", "--insecure", "--data-raw",
    "--compressed", "--cookie", "--user-agent", "--retry", "--url", "--request", "--fail",
  ])
  func optionsOfOthersGetAHint(word: String) {
    let error = #expect(throws: UsageError.self) { try Arguments([word, "u"], of: .fetch) }
    #expect(error?.message.hasPrefix("unknown option \(word): ") == true)
  }

  /// A hint names no option that does not exist; without one, nothing is said.
  @Test func hintsNameOptionsThatExist() {
    let names = Set(Command.fetch.options.map(\.long))
    for option in ForeignOption.all { #expect(names.isSuperset(of: option.options)) }
    let error = #expect(throws: UsageError.self) { try Arguments(["-s", "u"], of: .detect) }
    #expect(error?.message == "unknown option -s")
  }

  /// No option of one's own is taken for another's.
  @Test func noOptionHereIsForeign() {
    for spelling in Command.fetch.options.flatMap(\.spellings) {
      #expect(ForeignOption.named(spelling, for: .fetch) == nil, "\(spelling)")
    }
  }

  @Test(arguments: [
    (["fetch", "u"], "fetch"), ([], "serve"), (["--stdio"], "serve"), (["-V"], "version"),
    (["--version", "--json"], "version"), (["--help"], "help"), (["-h", "fetch"], "help"),
  ])
  func theFirstWordIsTheCommand(words: [String], name: String) throws {
    #expect(try Program.choose(words[...]).command.name == name)
  }

  @Test(arguments: [
    ("fetc", "unknown command fetc; did you mean fetch?"), ("xyzzy", "unknown command xyzzy"),
    ("https://h/a", "to fetch a URL, write paginator fetch 'https://h/a'"),
    ("localhost:1/a?b=c", "to fetch a URL, write paginator fetch 'http://localhost:1/a?b=c'"),
  ])
  func anotherFirstWordIsAMistake(word: String, message: String) {
    let error = #expect(throws: UsageError.self) { try Program.choose([word]) }
    #expect(error?.message == message)
  }
}
