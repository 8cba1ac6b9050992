import HTTP
import JSON
import Pagination
import Sessions
import Synchronization
import TestInput

/// A walk over an API whose rows come and go while it is read, at once or in parts that continue at
/// a checkpoint. Whatever is called `complete` with a proof has every row that was there from the
/// first to the last request, exactly once, so that pruning by it deletes nothing that is there;
/// with `counts`, unless a row went and another one came between the same two requests. Of a list
/// that stood still, `complete` means all of it.
struct MovingFuzzer: FuzzRunner {
  private(set) var findings = Findings()

  /// Requests and appointments that a walk may take.
  private static let stepsMax = 2_000
  /// Parts that a walk is done in.
  private static let partsMax = 60

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    var api = MovingAPI(&random)
    guard let document = try? JSONDocument(Array(api.open.utf8)),
      let object = document.value(document.root).objectValue
    else { throw FuzzFailure("no JSON: \(api.open)") }
    var fields = JSONFields(object)
    let settings: SessionSettings
    do throws(JSONFieldError) { settings = try SessionSettings(&fields) } catch {
      throw FuzzFailure("\(error) for \(api.open)")
    }
    var reading = Reading(movesPercent: random.pick([0, 15, 40]), log: [api.open])
    var checkpoint: String?
    for _ in 0..<Self.partsMax {
      let world = FuzzedWorld()
      let session = Session(
        id: "p", settings: settings, parameters: object, environment: world.environment)
      if let checkpoint {
        do throws(SessionError) { try session.resume(checkpoint) } catch {
          throw FuzzFailure("\(error) for its own checkpoint:\n" + reading.text)
        }
      }
      let isWhole = random.chance(70)
      let order = WalkOrder(
        pagesMax: isWhole ? nil : random.pick([nil, 1 + random.below(3)]),
        itemsMax: isWhole ? nil : random.pick([nil, 1 + random.below(15)]),
        concurrency: random.pick([nil, 1, 3]), deliver: nil, report: nil)
      guard let summary = try walk(session, world, order, &api, &random, &reading) else {
        return findings.note("refused at a checkpoint")
      }
      if summary.verdict == .capped {
        checkpoint = summary.checkpoint
        continue
      }
      return try judge(summary, api, reading)
    }
    findings.note("walks without an end")
  }

  /// What came of the walk so far, and what has happened meanwhile.
  private struct Reading {
    let movesPercent: Int
    var log: [String]
    var delivered: [Int] = []
    /// The rows that have been there since the first response.
    var steady: Set<Int>?
    var hasMoved = false
    /// A row went and another one came between the same two requests.
    var hasSwapped = false
    var requests = 0

    var text: String { log.joined(separator: "\n") }
  }

  /// nil: the API has refused the first page.
  private func walk(
    _ session: Session, _ world: FuzzedWorld, _ order: WalkOrder, _ api: inout MovingAPI,
    _ random: inout SeededGenerator, _ reading: inout Reading
  ) throws(FuzzFailure) -> WalkSummary? {
    let box = SummaryBox()
    session.walk(order) { box.take($0) }
    for _ in 0..<Self.stepsMax where !box.isFull {
      var transfers = world.client.takeWaiting()
      if transfers.isEmpty {
        guard world.advance() else { break }
        continue
      }
      let transfer = transfers.remove(at: random.below(transfers.count))
      world.client.putBack(transfers)
      if reading.requests > 0, random.chance(reading.movesPercent) {
        let change = api.move(&random)
        reading.hasMoved = true
        if change.inserted > 0, !change.removed.isEmpty { reading.hasSwapped = true }
        reading.steady?.subtract(change.removed)
        reading.log.append("\(change.inserted) come, \(change.removed.sorted()) go")
      }
      reading.requests += 1
      if reading.steady == nil { reading.steady = api.list.shown }
      let response = api.response(to: transfer.url)
      reading.log.append(
        "\(transfer.url): \(response.status.code) " + String(decoding: response.body, as: UTF8.self)
      )
      transfer.finish(.success(response))
    }
    guard let result = box.result else { throw FuzzFailure("no end:\n" + reading.text) }
    let summary: WalkSummary
    do throws(LoadFailure) { summary = try result.get() } catch {
      if case .httpStatus(_, 400, _, _, _) = error.error { return nil }
      throw FuzzFailure("\(error.error):\n" + reading.text)
    }
    for page in summary.items ?? [] {
      for index in page.items {
        var bytes: [UInt8] = []
        page.content.appendItem(index, to: &bytes)
        guard
          let id = Int(
            String(decoding: bytes.dropFirst("{\"id\":".utf8.count).dropLast(), as: UTF8.self))
        else { throw FuzzFailure("no item: " + String(decoding: bytes, as: UTF8.self)) }
        reading.delivered.append(id)
      }
    }
    reading.log.append(
      "\(summary.itemCount) items, \(summary.verdict), \(summary.proof?.rawValue ?? "-"), "
        + "\(summary.endReason?.kind.rawValue ?? "-")")
    return summary
  }

  private mutating func judge(
    _ summary: WalkSummary, _ api: MovingAPI, _ reading: Reading
  ) throws(FuzzFailure) {
    let proof = summary.proof.map(\.rawValue) ?? "-"
    findings.note(
      summary.verdict == .complete
        ? "\(proof)\(reading.hasMoved ? " moved" : "")" : "\(summary.verdict)")
    guard summary.verdict == .complete, proves(summary.proof, api, reading) else { return }
    let delivered = Set(reading.delivered)
    let lost = (reading.steady ?? []).subtracting(delivered)
    try expect(lost.isEmpty, "complete, proof \(proof), without \(lost.sorted()):\n" + reading.text)
    try expect(
      delivered.count == reading.delivered.count,
      "complete, proof \(proof), with items twice: \(reading.delivered)\n" + reading.text)
  }

  /// Whether the proof promises every row that was there all the time, once.
  private func proves(_ proof: WalkProof?, _ api: MovingAPI, _ reading: Reading) -> Bool {
    if !reading.hasMoved, !api.hides { return true }
    switch proof {
    case .overlap, .single: return true
    case .chain: return api.paging == .tokenOfRow || api.paging == .linkOfRow
    case .counts: return !reading.hasSwapped
    case .end, nil: return false
    }
  }
}

/// What a walk resulted in.
private final class SummaryBox: Sendable {
  private let kept = Mutex<Result<WalkSummary, LoadFailure>?>(nil)

  func take(_ result: Result<WalkSummary, LoadFailure>) { kept.withLock { $0 = result } }

  var result: Result<WalkSummary, LoadFailure>? { kept.withLock { $0 } }

  var isFull: Bool { result != nil }
}
