import JSON
import Text

extension Command {
  /// `paginator man`: the manual page.
  static let man = Command(
    name: "man",
    summary: "Print the manual page, to be read by man -l -",
    examples: [
      .init("Read it", "paginator man | man -l -"),
      .init("Install it", "paginator man > ~/.local/share/man/man1/paginator.1"),
    ]
  ) { _ throws(UsageError) in
    Terminal.write(ManPage().text)
    return ExitCode.success
  }
}

/// The manual page in mdoc, made from the declarations of the commands.
struct ManPage {
  private(set) var text = ""

  /// The day of the version that it describes.
  static let date = "November 22, 2026"

  private static let variables: [(name: String, meaning: String)] = [
    ("NO_COLOR", "Where it is set, nothing is written in colour."),
    ("TERM", "Nothing is written in colour where it is dumb or not set."),
    (
      "http_proxy, https_proxy, no_proxy",
      "Proxies, as curl reads them, unless --proxy names one."
    ),
    (
      "PAGINATOR_PROFILES",
      "Files of profiles with : between them, weaker than those of --profiles."
    ),
    (
      "PAGINATOR_RECORD",
      "A file to record to, as --record names one, unless --record, --record-over or --replay is "
        + "given."
    ),
    (
      "PAGINATOR_REPLAY",
      "A recording to replay, as --replay names one, unless one of these options is given. Both "
        + "variables at once are refused."
    ),
    (
      "XDG_CONFIG_HOME", "The folder of paginator/profiles.json in the place of ~/.config."
    ),
  ]

  private static let files: [(name: String, meaning: String)] = [
    (
      "libcurl.so.4",
      "Sends the requests. It is loaded when the first one is sent; without it everything else "
        + "works."
    ),
    (
      "~/.config/paginator/profiles.json",
      "Profiles of one's own, weaker than those of --profiles and PAGINATOR_PROFILES."
    ),
    (
      "FILE.har",
      "A recording: every request with its response (HAR 1.2). Secrets are *** in it; everything "
        + "else is what the API answered."
    ),
    (
      "FILE.new",
      "The next version of a resume file, next to it until it replaces the old one."
    ),
  ]

  init() {
    text = """
      .Dd \(ManPage.date)
      .Dt PAGINATOR 1
      .Os
      .Sh NAME
      .Nm paginator
      .Nd page through HTTP APIs
      .Sh SYNOPSIS

      """
    for command in Command.all {
      let operand = command.operand.map {
        $0.isRequired ? "\n.Ar \($0.name)" : "\n.Op Ar \($0.name)"
      }
      add(".Nm\n.Cm \(command.name)\n.Op Ar options\(operand ?? "")")
    }
    add(".Sh DESCRIPTION")
    add(
      ManPage.plain(
        "Paginator pages through HTTP APIs for editors, scripts and automation. Without a command "
          + "it serves JSON-RPC on standard input and output."))
    for command in Command.all { add(command) }
    addList("ENVIRONMENT", "Ev", ManPage.variables)
    addList("FILES", "Pa", ManPage.files)
    addExits()
    addExamples()
    add(".Sh SEE ALSO\n.Xr curl 1 ,\n.Xr jq 1")
  }

  private mutating func add(_ line: String) { text += line + "\n" }

  private mutating func add(_ command: Command) {
    add(".Ss \(command.name)")
    add(ManPage.plain(command.summary + "."))
    if let operand = command.operand {
      add(".Bl -tag -width Ds\n.It Ar \(operand.name)")
      add(ManPage.plain(operand.help + ".") + "\n.El")
    }
    for group in command.groups {
      add(".Pp\n" + ManPage.plain(group.title + ":"))
      add(".Bl -tag -width Ds")
      for option in group.options {
        let short = option.short.map { "Fl \($0) , " } ?? ""
        let value = option.placeholder.map { " Ar \($0)" } ?? ""
        add(".It \(short)Fl Fl \(option.name)\(value)")
        add(ManPage.plain(option.purpose + "."))
      }
      add(".El")
    }
    for note in command.notes { add(".Pp\n" + ManPage.plain(note)) }
  }

  private mutating func addList(
    _ title: String, _ macro: String, _ entries: [(name: String, meaning: String)]
  ) {
    add(".Sh \(title)\n.Bl -tag -width Ds")
    for entry in entries {
      let names = entry.name.replacing(",", with: " ,")
      add(".It \(macro) \(names)\n" + ManPage.plain(entry.meaning))
    }
    add(".El")
  }

  private mutating func addExits() {
    add(".Sh EXIT STATUS")
    for command in Command.all where !command.exits.isEmpty {
      add(".Ss Of \(command.name)\n.Bl -tag -width Ds")
      for exit in command.exits {
        add(".It \(exit.code)\n" + ManPage.plain("\(exit.word): \(exit.meaning)."))
      }
      add(".El")
    }
    add(".Ss Of the other commands")
    add(ManPage.plain("0, or 2 where the command line cannot be used."))
  }

  private mutating func addExamples() {
    add(".Sh EXAMPLES")
    for example in Command.all.flatMap(\.examples) {
      add(ManPage.plain(example.purpose + ":"))
      add(".Bd -literal -offset indent\n" + ManPage.literal(example.line) + "\n.Ed")
    }
  }

  /// Running text: a sentence a line, nothing in it read as a request.
  private static func plain(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("--", with: "\\-\\-")
    return escaped.replacing(". ", with: ".\n").split(separator: "\n")
      .map { [".", "'"].contains($0.first) ? "\\&" + $0 : String($0) }.joined(separator: "\n")
  }

  /// What is to be typed, character by character.
  private static func literal(_ text: String) -> String {
    let pairs = [
      ("\\", "\\e"), ("-", "\\-"), ("'", "\\(aq"), ("~", "\\(ti"), ("^", "\\(ha"), ("`", "\\(ga"),
    ]
    let escaped = pairs.reduce(text) { $0.replacing($1.0, with: $1.1) }
    return [".", "'"].contains(escaped.first) ? "\\&" + escaped : escaped
  }
}
