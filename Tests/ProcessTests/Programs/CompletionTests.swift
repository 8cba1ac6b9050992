import Foundation
import TestSupport
import Testing

/// The completions, sourced in the shells themselves.
struct CompletionTests {
  /// A command line up to the cursor, and some of what completes its last word.
  static let cases: [(String, Set<String>)] = [
    ("paginator fe", ["fetch"]),
    ("paginator ", ["fetch", "detect", "profiles", "serve", "demo", "sample-api"]),
    ("paginator fetch --form", ["--format"]),
    ("paginator fetch --format ", ["ndjson", "json", "csv", "tsv", "table", "html"]),
    ("paginator fetch -f c", ["csv"]),
    ("paginator fetch --pagination ", ["page", "offset", "cursor", "link", "auto"]),
    ("paginator fetch --profile githu", ["github", "github-search"]),
    ("paginator profiles githu", ["github", "github-search"]),
    ("paginator completions z", ["zsh"]),
    ("paginator help det", ["detect"]),
    ("paginator fetch --output some", ["some-file"]),
  ]

  /// A folder with a file to complete, and the executable on the path.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.write([], as: "some-file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("paginator"), withDestinationPath: Built.paginator)
    return folder
  }

  static func run(_ shell: String, _ arguments: [String], in folder: TemporaryFolder) throws -> Run
  {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try Run(
      shell, arguments,
      environment: [
        "PATH": "\(folder.url.path):\(path)", "HOME": folder.url.path, "LC_ALL": "C.UTF-8",
      ],
      folder: folder.url)
  }

  @Test(arguments: cases + [("paginator fetch --format=c", ["csv"])])
  func bashCompletes(line: String, expected: Set<String>) throws {
    let bash = try #require(Built.program("bash"))
    let folder = try Self.folder()
    // What readline does: words are broken at = as well.
    let words = line.replacing("=", with: " = ").split(
      separator: " ", omittingEmptySubsequences: false)
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      set -u; source <(paginator completions bash)
      COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _paginator
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Self.run(bash, ["--norc", "-c", script], in: folder)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let found = Set(run.output.split(separator: "\n").map(String.init))
    #expect(expected.isSubset(of: found), "\(found)")
    #expect(found.count <= 20)
  }

  @Test(arguments: cases)
  func fishCompletes(line: String, expected: Set<String>) throws {
    guard let fish = Built.program("fish") else {
      print("skipped: completions for fish, as it is not installed")
      return
    }
    let folder = try Self.folder()
    let script = "paginator completions fish | source; complete -C '\(line)'"
    let run = try Self.run(fish, ["--no-config", "-c", script], in: folder)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let found = Set(run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
    #expect(expected.isSubset(of: found), "\(found)")
  }

  /// zsh completes only for a person: a shell on a terminal of its own is typed to.
  @Test(arguments: cases)
  func zshCompletes(line: String, expected: Set<String>) throws {
    guard let zsh = Built.program("zsh") else {
      print("skipped: completions for zsh, as it is not installed")
      return
    }
    let folder = try Self.folder()
    let script = """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'PS1=; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D'
      zpty -w shell 'source <(paginator completions zsh); setopt no_always_last_prompt'
      zpty -w shell 'zstyle ":completion:*" list-prompt ""; LISTMAX=1000; print -r -- "rea""dy"'
      zpty -r shell text '*ready*'
      zpty -w -n shell $'\(line)\\t\\t'
      zpty -w -n shell $'\\C-a\\C-kprint -r -- "fin""ished"\\n'
      zpty -r shell text '*finished*'
      print -r -- "$text"
      zpty -d shell
      """
    let run = try Self.run(zsh, ["-f", "-c", script], in: folder)
    #expect(run.errors.isEmpty, "\(run.errors)")
    for word in expected { #expect(run.output.contains(word), "\(run.output)") }
    #expect(!run.output.contains("command not found") && !run.output.contains("bad "))
  }

  @Test(arguments: [["bash"], ["zsh"], ["fish"]])
  func aShellThatIsMissingTheProgramIsQuiet(arguments: [String]) throws {
    guard let shell = Built.program(arguments[0]) else {
      print("skipped: completions for \(arguments[0]), as it is not installed")
      return
    }
    let folder = try Self.folder()
    let text = try Run(Built.paginator, ["completions"] + arguments).output
    _ = try folder.write(Array(text.utf8), as: "script")
    try FileManager.default.removeItem(atPath: folder.path("paginator"))
    let scripts = [
      "bash": """
      source ./script; COMP_WORDS=(paginator profiles a); COMP_CWORD=2; _paginator
      """,
      "zsh": "source ./script",
      "fish": "source ./script; complete -C 'paginator profiles a'",
    ]
    let flags = ["bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]]
    let run = try Run(
      shell, (flags[arguments[0]] ?? []) + ["-c", scripts[arguments[0]] ?? ""],
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.url.path], folder: folder.url)
    #expect(run.output.isEmpty && run.errors.isEmpty, "\(run.output)\(run.errors)")
  }
}

/// The manual page.
struct ManPageTests {
  @Test func groffHasNothingToWarnOf() throws {
    guard let groff = Built.program("groff") else {
      print("skipped: the manual page in groff, as it is not installed")
      return
    }
    let page = try Run(Built.paginator, ["man"]).output
    let run = try Run(
      groff, ["-mdoc", "-ww", "-Tutf8", "-P-cbou"], input: page, exits: 0, errors: "")
    for word in [
      "NAME", "SYNOPSIS", "DESCRIPTION", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
      "-o, --output FILE", "NO_COLOR", "141",
    ] {
      #expect(run.output.contains(word), "the page does not have \(word)")
    }
  }
}
