import JSON
import Mapping
import TestInput

/// Mappings and bodies: what is written is JSON, one text an item, within what was allowed.
struct MappingFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private let bodies = JSONText(keys: ["a", "b", "c", "k", "0", "name"])

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let params = MappingText().params(&random)
    guard let document = try? JSONDocument(Array(params.utf8)),
      let object = document.value(document.root).objectValue
    else { throw FuzzFailure("no JSON: \(params)") }
    var fields = JSONFields(object)
    guard let mapping = try? ResponseMapping(&fields) else { return findings.note("refused") }
    var plan = JSONPlan()
    for list in mapping.lists {
      _ = plan.captureList(list.path, elementPaths: list.elementPaths)
    }
    let body = bodies.value(&random, depth: random.pick([2, 4, 7]))
    guard let scan = try? JSONDocument.scan(Array(body.utf8), plan: plan) else {
      throw FuzzFailure("no JSON: \(body)")
    }
    guard
      case .items(let lists, _) = mapping.select(path: "/a", method: "GET", status: 200)
    else { return findings.note("without lists") }
    let context = SourceContext(
      page: 1, status: 200, requestURL: "http://h/a", header: { _ in nil },
      resolveURL: { $0.hasPrefix("/") ? "http://h" + $0 : nil })
    let stepsMax = random.pick([0, 500, 5_000, 1_000_000])
    let bytesMax = random.pick([0, 100, 10_000])
    let mapped = try? mapping.map(
      scan, lists: lists, context: context, mappedBytesMax: bytesMax, stepsMax: stepsMax,
      listValuesMax: random.pick([0, 10, 100_000]))
    guard let mapped else { return findings.note("stopped") }
    findings.note("mapped")
    try check(mapped, bytesMax: bytesMax, "\(params) of \(body)")
  }

  private func check(
    _ mapped: MappedItems, bytesMax: Int, _ input: String
  ) throws(FuzzFailure) {
    try expect(mapped.bytes.count <= bytesMax, "too much is written: \(input)")
    let whole = [UInt8(ascii: "[")] + mapped.bytes + [UInt8(ascii: "]")]
    try expect((try? JSONDocument(whole, depthMax: 4_000)) != nil, "no JSON: \(input)")
    for range in mapped.items {
      try expect(
        (try? JSONDocument(mapped.bytes, in: range, depthMax: 4_000)) != nil, "no item: \(input)")
    }
  }
}
