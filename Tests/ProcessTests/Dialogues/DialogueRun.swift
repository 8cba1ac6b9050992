import Foundation
import JSON
import SampleAPI
import Store
import TestSupport
import Testing

/// The world of one case, and its steps, each of which has one verb:
///
/// | verb | what it does |
/// | --- | --- |
/// | `run` | the executable with these words: texts are split at blanks, other values are JSON |
/// | `shell` | a script for `/bin/sh`, for which `paginator` is the executable |
/// | `write`, `remove` | files of the folder, by name; the names of files |
/// | `file` | looks at a file; `is` null: there is none |
/// | `edit` | replaces what an expression matches in a file |
/// | `folder` | the names of all files |
/// | `sql`, `rows` | executes a statement, or reads rows, of the file `in` |
/// | `dump` | all of an SQLite file, but the times |
/// | `api` | other rules for the scripted API |
/// | `stop` | the sample API |
/// | `repeated` | how many requests the sliced API got twice |
/// | `start` | a server, or an agent's server, with these words |
/// | `request` | a request of it; a method without a slash is one of `paginator/` for the paginator `a` |
/// | `tool` | a call of an agent's tool: what is structured in its result, or its error |
/// | `send`, `receive` | a message as it is; what the next one is like |
/// | `loadAll` | `paginator/loadAll` with these params: its pages and its result |
/// | `finish` | the end of its input, and its exit code |
///
/// Names: `<sample>`, `<api>` and `<sliced>` for the APIs, `<host>` and `<port>` of the first two,
/// `<local>`, which is `<api>` as localhost, `<folder>`, `<paginator>`, `<pages>`, `<pages?query>` and
/// the others of ``FetchKit``, and what steps keep. A program has to exit with 0, and a request to have
/// a result, unless a step says otherwise; `runs` of a case are members of each `run`. `requests` is how
/// many requests a step makes of all APIs, or `<200`.
final class DialogueRun {
  static let world: Set<String> = [
    "items", "files", "api", "env", "open", "runs", "sliced",
  ]
  private static let ofRuns: Set<String> = [
    "input", "env", "exit", "out", "err", "says", "shows", "hides", "errLines", "outLines", "ids",
    "sorted", "summary", "json", "keep", "requests", "sent", "eachSent",
  ]
  private static let ofAnswers: Set<String> = [
    "params", "result", "error", "keep", "requests", "pages", "ranges", "ids", "after", "sorted",
  ]
  static let verbs: [String: Set<String>] = [
    "run": ofRuns, "shell": ofRuns, "write": [], "remove": [], "edit": ["replace", "with"],
    "folder": [], "dump": ["keep", "is"],
    "file": ["is", "ids", "sorted", "has", "lines", "mode", "keep"], "sql": ["in"],
    "rows": ["are", "in", "keep"], "api": [], "tool": ofAnswers, "stop": [], "repeated": [],
    "start": [], "request": ofAnswers, "loadAll": ofAnswers, "send": [], "receive": ["keep"],
    "finish": [],
  ]

  private let dialogue: Dialogue
  private let kit: FetchKit
  private let api: ScriptedAPI
  private let sliced: SlicedAPI
  private var names: [String: JSONValue]
  private var server: ServerProcess?
  private var lastID = 0
  /// The number of the step in the case, from 1.
  private var number = 0

  init(_ dialogue: Dialogue) throws {
    self.dialogue = dialogue
    kit = try FetchKit(items: dialogue.world["items"]?.integerValue ?? 250)
    api = try ScriptedAPI()
    sliced = try SlicedAPI(dialogue.world["sliced"]?.objectValue ?? [:])
    names = [
      "sample": .string(kit.api.url), "api": .string(api.url), "folder": .string(kit.folder.path),
      "paginator": .string(Built.paginator), "sliced": .string(sliced.url),
    ]
    names["host"] = .string(kit.api.url.replacing("http://", with: ""))
    names["port"] = .string(String(api.url.split(separator: ":").last ?? ""))
    names["local"] = .string(api.url.replacing("127.0.0.1", with: "localhost"))
    for (name, value) in dialogue.world["names"]?.filled(names).objectValue?.members ?? [] {
      names[name] = value
    }
    if let rules = dialogue.world["api"] { try api.answer(by: rules.filled(names)) }
    write(dialogue.world["files"]?.filled(names) ?? [:])
  }

  func step(_ index: Int) throws {
    number = index + 1
    var step = dialogue.steps[index]
    if step["run"] != nil { step = (dialogue.world["runs"]?.objectValue ?? [:]).with(step) }
    step = step.filled(names)
    guard let verb = step.keys.first(where: { Self.verbs[$0] != nil }), let what = step[verb] else {
      return
    }
    let before = requestCount
    switch verb {
    case "run": try expect(try run(words(what), step), step)
    case "shell":
      let path = URL(filePath: Built.paginator).deletingLastPathComponent().path
      let old = ProcessInfo.processInfo.environment["PATH"] ?? ""
      try expect(
        try Run(
          "/bin/sh", ["-c", expanded(what.plain)], input: step["input"]?.plain ?? "",
          environment: environment(step).merging(["PATH": "\(path):\(old)"]) { $1 },
          folder: kit.folder), step)
    case "write": write(what)
    case "remove":
      for name in what.list { try FileManager.default.removeItem(atPath: kit.path(name.plain)) }
    case "edit":
      let text = kit.text(what.plain) ?? ""
      let edited = text.replacing(
        try Regex(step["replace"]?.plain ?? ""), with: step["with"]?.plain ?? "")
      expect(edited != text, "nothing to replace in \(text)")
      _ = kit.file(what.plain, edited)
    case "folder":
      let found = try FileManager.default.contentsOfDirectory(atPath: kit.folder.path).sorted()
      expect(found == what.list.map(\.plain), "the folder has \(found)")
    case "file": try look(at: what.plain, step)
    case "sql": try stored(step).execute(what.plain)
    case "rows":
      let rows = try stored(step).rows(what.plain).map { JSONValue.array($0.map(\.json)) }
      expect(.array(rows), like: step["are"])
      if let name = step["keep"] { names[name.plain] = rows.first?.at("0") }
    case "dump":
      let dump = try StoredFile(path: kit.path(what.plain)).dump().joined(separator: "\n")
      if let before = step["is"] { expect(dump == before.plain, "\(what.plain) is \(dump)") }
      if let name = step["keep"] { names[name.plain] = .string(dump) }
    case "api": try api.answer(by: what)
    case "stop": kit.api.stop()
    case "repeated": expect(sliced.repeated == what.integerValue, "\(sliced.repeated) are repeated")
    case "start":
      try end()
      server = try ServerProcess(.lines, arguments: words(what))
    case "request", "loadAll": try ask(verb == "loadAll" ? verb : what.plain, step)
    case "tool": try call(what, step)
    case "send": try running().send(what.plain)
    case "receive":
      let message = try running().receiveTree()
      expect(message, like: what)
      keep(step["keep"], of: message)
    default:
      expect(server?.finish() == Int32(what.integerValue ?? 0), "it ends with another code")
      server = nil
    }
    if let count = step["requests"] {
      let made = requestCount - before
      let isMost = count.stringValue.flatMap { Int($0.dropFirst()) }.map { made < $0 }
      expect(isMost ?? (made == count.integerValue), "\(made) requests")
    }
  }

  private var requestCount: Int { kit.api.requestCount + api.requestCount + sliced.requests }

  /// Ends the server that is still there.
  func end() throws {
    if let server { expect(server.finish() == 0, "the server ends with another code than 0") }
    server = nil
  }

  private func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { Issue.record("\(dialogue.id), step \(number): \(what())") }
  }

  private func expect(_ value: JSONValue, like pattern: JSONValue?) {
    guard let pattern else { return }
    let differences = value.differences(from: pattern)
    expect(differences.isEmpty, "\(differences) in \(value.text.prefix(2_000))")
  }

  private func expect(_ text: String, has parts: JSONValue?) {
    for part in parts?.list ?? [] {
      expect(text.holds(part.plain), "not \(part.plain) in \(text.prefix(2_000))")
    }
  }

  // MARK: Programs

  /// `<pages?query>` as the words of ``FetchKit``, quoted for a shell.
  private func expanded(_ text: String) -> String {
    text.replacing(/<(pages|cursors|links)(?:\?([^>]*))?>/) { match in
      let query = String(match.2 ?? "")
      let words =
        switch match.1 {
        case "pages": kit.pages(query)
        case "cursors": kit.cursors(query)
        default: kit.links(query)
        }
      return words.map { "'\($0)'" }.joined(separator: " ")
    }
  }

  private func words(_ value: JSONValue) -> [String] {
    value.list.flatMap { part in
      switch part {
      case .string(let text): expanded(text).words
      case .array: words(part)
      default: [part.text]
      }
    }
  }

  private func environment(_ step: JSONObject) -> [String: String] {
    let all = (dialogue.world["env"]?.filled(names).objectValue ?? [:]).with(
      step["env"]?.objectValue)
    return Dictionary(uniqueKeysWithValues: all.members.map { ($0.key, $0.value.plain) })
  }

  private func run(_ words: [String], _ step: JSONObject) throws -> Run {
    kit.api.forgetRequests()
    return try Run(
      Built.paginator, words, input: step["input"]?.plain ?? "", environment: environment(step),
      folder: kit.folder)
  }

  private func expect(_ run: Run, _ step: JSONObject) throws {
    expect(
      run.status == Int32(step["exit"]?.integerValue ?? 0), "exit \(run.status): \(run.errors)")
    if let text = step["out"] { expect(run.output == text.plain, "output \(run.output)") }
    if let text = step["err"] { expect(run.errors == text.plain, "errors \(run.errors)") }
    expect(run.errors, has: step["says"])
    expect(run.output, has: step["shows"])
    for part in step["hides"]?.list ?? [] {
      expect(
        !(run.output + run.errors).contains(part.plain), "\(part) in \(run.output)\(run.errors)")
    }
    for (name, text) in [("outLines", run.output), ("errLines", run.errors)] {
      let count = text.split(separator: "\n").count
      if let lines = step[name]?.integerValue {
        expect(count == lines, "\(name) \(count): \(text)")
      }
    }
    if let ids = step["ids"] { expect(try run.ids, are: ids, step) }
    if let pattern = step["summary"] { expect(try run.summary, like: pattern) }
    if let pattern = step["json"] { expect(try json(run.output), like: pattern) }
    for (name, place) in step["keep"]?.objectValue?.members ?? [] {
      switch place {
      case "out": names[name] = .string(run.output)
      case "lastLine":
        let line = run.output.split(separator: "\n").last ?? ""
        names[name] = .string(line.trimmingCharacters(in: .whitespaces))
      default: names[name] = try json(run.output).at(place.plain)
      }
    }
    for (pattern, request) in zip(step["sent"]?.list ?? [], kit.api.requests()) {
      expect(request.tree, like: pattern)
    }
    expect(kit.api.requests().count >= step["sent"]?.list.count ?? 0, "too few requests")
    for request in kit.api.requests() where step["eachSent"] != nil {
      expect(request.tree, like: step["eachSent"])
    }
  }

  private func expect(_ ids: [Int], are pattern: JSONValue, _ step: JSONObject) {
    let found = step["sorted"] == true ? ids.sorted() : ids
    expect(found == pattern.plain.numbers, "ids \(found)")
  }

  // MARK: Files

  private func write(_ files: JSONValue) {
    for (name, text) in files.objectValue?.members ?? [] { _ = kit.file(name, text.plain) }
  }

  private func look(at name: String, _ step: JSONObject) throws {
    let bytes = FileManager.default.contents(atPath: kit.path(name))
    let text = bytes.map { String(decoding: $0, as: UTF8.self) }
    if let pattern = step["is"] {
      expect(text == pattern.stringValue, "\(name) is \(text ?? "nothing")")
    }
    if step["is"]?.isNull == true { return }
    expect(text ?? "", has: step["has"])
    if let ids = step["ids"] { expect(try Run.ids(text ?? ""), are: ids, step) }
    if let lines = step["lines"]?.integerValue {
      expect(text?.split(separator: "\n").count == lines, "\(name) is \(text ?? "nothing")")
    }
    if let mode = step["mode"] {
      let facts = try FileManager.default.attributesOfItem(atPath: kit.path(name))
      let found = String((facts[.posixPermissions] as? NSNumber)?.intValue ?? 0, radix: 8)
      expect(found == mode.plain, "\(name) has mode \(found)")
    }
    if let name = step["keep"] { names[name.plain] = .string(text ?? "") }
  }

  private func stored(_ step: JSONObject) -> StoredFile {
    StoredFile(path: kit.path(step["in"]?.plain ?? "items.sqlite"))
  }

  // MARK: Messages

  private func running() throws -> ServerProcess {
    if let server { return server }
    let new = try ServerProcess(.lines)
    server = new
    return new
  }

  private func ask(_ method: String, _ step: JSONObject) throws {
    lastID += 1
    let isPlain = !method.contains("/") && !["initialize", "shutdown", "ping"].contains(method)
    var params: JSONObject = isPlain ? ["paginatorId": "a"] : [:]
    if method == "open" { params = params.with(dialogue.world["open"]?.filled(names).objectValue) }
    let isWalk = step["loadAll"] != nil
    if isWalk { params["partialResultToken"] = 1 }
    params = params.with((step["loadAll"] ?? step["params"])?.objectValue)
    let server = try running()
    try server.post(isPlain ? "paginator/\(method)" : method, .object(params), id: lastID)
    var (pages, ranges, ids): ([JSONValue], [JSONValue], [Int]) = ([], [], [])
    var answer = try server.receiveTree()
    while isWalk, let value = answer["params"]?["value"] {
      let found = (value["items"]?.arrayValue ?? []).compactMap { $0["id"]?.integerValue }
      ids += found
      pages.append(.string("\(value["item"]?.text ?? "-") \(found)"))
      if let from = value.at("item.from"), let to = value.at("item.to") {
        let range = JSONValue.string("\(from.plain)..\(to.plain)")
        if ranges.last != range { ranges.append(range) }
      }
      answer = try server.receiveTree()
    }
    expect(answer["id"] == .integer(lastID), "another message: \(answer.text)")
    if let error = step["error"] {
      expect(answer["error"] ?? .null, like: error)
      expect(answer["error"] != nil, "no error: \(answer.text)")
    } else {
      expect(answer["result"] != nil, "no result: \(answer.text)")
      expect(answer["result"] ?? .null, like: step["result"])
    }
    expect(.array(pages), like: step["pages"])
    expect(.array(ranges), like: step["ranges"])
    let text = (step["after"]?.plain ?? "") + ids.map { " \($0)" }.joined()
    if let pattern = step["ids"] { expect(text.numbers, are: pattern, step) }
    var result = answer["result"]
    result?["ids"] = .string(text)
    keep(step["keep"], of: result)
  }

  private func keep(_ places: JSONValue?, of value: JSONValue?) {
    for (name, place) in places?.objectValue?.members ?? [] {
      names[name] = value?.at(place.plain)
      expect(names[name] != nil, "nothing at \(place.plain)")
    }
  }

  /// An agent's call: `result` is like what is structured in it, `error` has these parts.
  private func call(_ tool: JSONValue, _ step: JSONObject) throws {
    lastID += 1
    let server = try running()
    try server.post(
      "tools/call", ["name": tool, "arguments": step["params"] ?? [:]], id: lastID)
    let answer = try server.receiveTree()
    let result = answer["result"] ?? .null
    expect(answer["id"] == .integer(lastID) && !result.isNull, "no result: \(answer.text)")
    if let parts = step["error"] {
      expect(result["isError"] == true, "no error: \(result.text)")
      expect(result.at("content.0.text")?.stringValue ?? "", has: parts)
    } else {
      expect(result["isError"] != true, "an error: \(result.text)")
      if let pattern = step["result"] {
        expect(result["structuredContent"] ?? .null, like: pattern)
      }
    }
    keep(step["keep"], of: result["structuredContent"])
  }
}

extension SQLValue {
  fileprivate var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .number(JSONNumber(text: real.description))
    case .text(let text): .string(text)
    }
  }
}

extension SampleRequest {
  /// `{"method": "GET", "target": "/page", "headers": {"x-a": ["b"]}, "body": ""}`.
  fileprivate var tree: JSONValue {
    var fields: JSONObject = [:]
    for field in headers {
      let name = field.name.lowercased()
      fields[name] = .array((fields[name]?.arrayValue ?? []) + [.string(field.value)])
    }
    return [
      "method": .string(method), "target": .string(target), "headers": .object(fields),
      "body": .string(String(decoding: body, as: UTF8.self)),
    ]
  }
}
