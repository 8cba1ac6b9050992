import HTTP
import JSON
import Pagination
import Secrets
import Sessions
import TestInput

/// Params of `open`: sound ones open and make a first request, damaged ones are refused with the
/// path of what is wrong.
struct ParamsFuzzer: FuzzRunner {
  private(set) var findings = Findings()

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    var text = OpenText().params(&random, base: "http://127.0.0.1:1")
    if random.chance(40) {
      text = String(decoding: random.damaged(Array(text.utf8)), as: UTF8.self)
    }
    guard let document = try? JSONDocument(Array(text.utf8)),
      let object = document.value(document.root).objectValue
    else { return findings.note("no JSON") }
    var fields = JSONFields(object)
    let settings: SessionSettings
    do throws(JSONFieldError) {
      settings = try SessionSettings(&fields)
    } catch {
      findings.note("refused")
      return try expect(!error.path.isEmpty, "no path is named: \(text)")
    }
    findings.note("opened")
    try expect(settings.memoryBytes(object) > 0, text)
    let shown = Redactor(secrets: settings.secrets).mask(url: settings.pager.template.url.text)
    try expect(!shown.isEmpty, text)
  }
}
