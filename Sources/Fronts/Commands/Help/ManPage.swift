import HTTP
import Text

extension Command {
  /// `paginator man`: the manual page.
  static let man = Command(
    name: "man",
    summary: "Print the manual page, to be read by man -l -",
    examples: [
      ("Read it", "paginator man | man -l -"),
      ("Install it", "paginator man > ~/.local/share/man/man1/paginator.1"),
    ]
  ) { _ throws(UsageError) in
    Terminal.show(ManPage().text)
    return ExitCode.success
  }
}

/// The manual page in mdoc, made from the declarations of the commands.
struct ManPage {
  /// A variable of the environment, or a file: declared where it is read.
  typealias Entry = (name: String, meaning: String)

  private(set) var text = ""

  private static let variables: [Entry] =
    Terminal.variables + [
      (
        "http_proxy, https_proxy, no_proxy",
        "Proxies, as curl reads them, unless --proxy names one."
      )
    ] + CommandProfiles.variables + RecordingChoice.variables

  private static let files: [Entry] =
    [
      (
        CurlLibrary.fileNames[0],
        "Sends the requests. It is loaded when the first one is sent; without it everything else "
          + "works."
      )
    ] + CommandProfiles.files + RecordingChoice.files + ResumeFile.files

  init() {
    text = """
      .Dd $Mdocdate$
      .Dt PAGINATOR 1
      .Os Paginator \(Program.version)
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

  private mutating func addList(_ title: String, _ macro: String, _ entries: [Entry]) {
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

  /// Escapes text that is to be typed character by character.
  private static func literal(_ text: String) -> String {
    let pairs = [
      ("\\", "\\e"), ("-", "\\-"), ("'", "\\(aq"), ("~", "\\(ti"), ("^", "\\(ha"), ("`", "\\(ga"),
    ]
    let escaped = pairs.reduce(text) { $0.replacing($1.0, with: $1.1) }
    return [".", "'"].contains(escaped.first) ? "\\&" + escaped : escaped
  }
}
