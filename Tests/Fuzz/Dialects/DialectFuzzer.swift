import HTTP
import JSON
import Pagination
import Sessions
import Synchronization
import TestInput

/// A walk over an API whose dialect nothing names: what it finds out may be nothing, and then it says
/// so; what it calls `complete` is all of it, each item once.
struct DialectFuzzer: FuzzRunner {
  private(set) var findings = Findings()

  private static let stepsMax = 5_000

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let api = DialectAPI(&random, misleads: true)
    var fields = JSONFields(api.open)
    let settings: SessionSettings
    do throws(JSONFieldError) { settings = try SessionSettings(&fields) } catch {
      throw FuzzFailure("\(error) for \(api.open)")
    }
    let world = FuzzedWorld()
    defer { world.end() }
    let session = Session(
      id: "p", settings: settings, parameters: api.open, environment: world.environment)
    let order = WalkOrder(
      pagesMax: nil, itemsMax: nil, concurrency: random.pick([nil, 1, 3]), walk: WalkSettings(),
      deliver: nil, report: nil)
    let result = Mutex<Result<WalkSummary, LoadFailure>?>(nil)
    _ = session.walk(order) { outcome in result.withLock { $0 = outcome } }
    var stray =
      random.chance(20) ? StrayResponse(&random, api) : nil
    var log: [String] = []
    for _ in 0..<Self.stepsMax where result.withLock({ $0 == nil }) {
      let transfers = world.client.takeWaiting()
      if transfers.isEmpty, !world.advance() { break }
      for transfer in transfers {
        let response = stray?.next(to: transfer.url) ?? api.response(to: transfer.url)
        log.append(
          "\(transfer.url): \(response.status.code) \(response.headers.fields.dropFirst()) "
            + String(decoding: response.body.prefix(60) + response.body.suffix(160), as: UTF8.self))
        transfer.finish(.success(response))
      }
    }
    switch result.withLock(\.self) {
    case nil: throw FuzzFailure("no end:\n" + log.joined(separator: "\n"))
    case .failure?: findings.note("refused")
    case .success(let summary)?:
      let isWhole = summary.itemCount == api.count && summary.duplicates == 0
      findings.note("\(summary.verdict)" + (isWhole ? " and whole" : ""))
      try expect(
        summary.verdict != .complete || isWhole,
        "\(summary.itemCount) of \(api.count) items are complete, proof "
          + "\(summary.proof?.rawValue ?? "-"), \(summary.endReason?.kind.rawValue ?? "-"):\n"
          + log.prefix(12).joined(separator: "\n"))
    }
  }
}
