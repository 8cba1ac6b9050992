import JSON
import TestInput

/// The scanner: whole and damaged texts, with and without a plan, and written anew.
struct JSONFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private let texts = JSONText()
  private static let paths = ["", "a", "items", "items.0", "a.b", "items.-1.id", "next", "a.0.b"]

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let isDeep = random.chance(5)
    var bytes = Array(
      (isDeep ? texts.deepValue(&random, depth: random.below(600)) : texts.value(&random)).utf8)
    let isWhole = random.chance(50)
    if !isWhole { bytes = random.damaged(bytes) }
    let depthMax = random.pick([3, 64, 512])
    let document = try? JSONDocument(bytes, depthMax: depthMax)
    var plan = JSONPlan()
    for _ in 0..<random.below(4) {
      if let path = try? JSONPath(random.pick(Self.paths)) { _ = plan.capture(path) }
    }
    for _ in 0..<random.below(3) {
      guard let path = try? JSONPath(random.pick(Self.paths)),
        let inner = try? JSONPath(random.pick(Self.paths))
      else { continue }
      _ = plan.captureList(path, elementPaths: [inner, path])
    }
    let scan = try? JSONDocument.scan(
      bytes, plan: plan, depthMax: depthMax, listValuesMax: random.pick([0, 5, 1 << 20]))
    guard let document else {
      findings.note("refused")
      return try expect(scan == nil, "only the pass with a plan takes \(text(bytes))")
    }
    findings.note("read")
    if let scan {
      try expect(scan.document.root == document.root, "the passes differ on \(text(bytes))")
      for list in scan.lists {
        try expect(
          list.elementSlots.count == list.elements.count * list.slotsPerElement,
          "slots of \(text(bytes))")
      }
    }
    let value = document.value(document.root)
    guard let again = try? JSONDocument(value.bytes) else {
      throw FuzzFailure("what was written of \(text(bytes)) cannot be read")
    }
    // A lone surrogate becomes U+FFFD.
    try expect(again.value(again.root) == value, "\(text(bytes)) is not written as it was read")
    var compact: [UInt8] = []
    JSONCompaction.append(bytes, document.root.range, to: &compact)
    try expect(
      (try? JSONDocument(compact))?.hasLineBreaks == false, "line breaks left in \(text(bytes))")
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
