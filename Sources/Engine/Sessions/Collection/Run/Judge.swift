import Pagination

/// The judgement on a run that has ended: its verdict, what that rests on, and why it is in doubt.
///
/// | proof | what the tally shows |
/// | --- | --- |
/// | `counts` | begins `first`; one exact total, the same on every page that has one and on the last; as many items, each once; no joint `unknown` |
/// | `overlap` | begins `first`, all others `overlapped`; the end `verifiedByOverlap`; no page smaller than the others before the last |
/// | `chain` | begins `first`, all others `named`, at least one; the end `said`; no page cut; no stable total that was not reached |
/// | `single` | one page, `first`; the end `said` or `single`; nothing in it speaks of more, no page cut, no total above it |
/// | `end` | any other, and all but `counts` of a run that reads the list again, as its position had expired |
struct Judgement: Sendable {
  let verdict: Verdict
  /// nil with any verdict but `complete`.
  let proof: WalkProof?
  /// Reasons for `suspect` that only the end has shown.
  let doubts: [PageWarning]
  /// A total that nothing names, which was not reached: nothing is deleted against it.
  let hint: PageWarning?

  /// Judges a run that ends for a reason. `end`: the index after its last item. `others`: doubts
  /// about the list, such as an unknown way of paging. `trustsHints`: a total that no setting names
  /// was found. `placeLost`: the page that the last one led to, if the run has not
  /// reached it.
  init(
    _ tally: Tally, end: Int?, endedBy reason: EndReason?, others: Bool, trustsHints: Bool,
    placeLost: Int?
  ) {
    let isDoubted = others || !tally.doubts.isEmpty
    var verdict = Judgement.verdict(of: reason)
    if case .untilReached? = reason?.cause { verdict = isDoubted ? .suspect : .complete }
    if let verdict {
      self.verdict = verdict
      (proof, doubts, hint) = (nil, [], nil)
      return
    }
    let counts = Counts(tally, end: end, trustsHints: trustsHints)
    doubts = (placeLost.map { [.placeLost(page: $0)] } ?? []) + counts.doubts
    let isSuspect = isDoubted || !doubts.isEmpty
    self.verdict = isSuspect ? .suspect : .complete
    proof = isSuspect ? nil : Judgement.proof(tally)
    hint = counts.hint
  }

  /// The verdict that the reason alone decides; nil if the list has ended by itself.
  static func verdict(of reason: EndReason?) -> Verdict? {
    switch reason?.cause {
    case .failed, .cancelled, .originRefused: .partial
    case .maximum: .capped
    case .repeatedRequest, .repeatedResponse, .repeatedItems, .ceiling, .emptyPagesMax, .refused:
      .suspect
    case .noNext, .moreFalse, .emptyPage, .shortPage, .objectCountReached, .pageCountReached,
      .rangeComplete, .pastEnd, .untilReached, nil:
      nil
    }
  }

  /// True when a list has ended by itself, not at an item that the client names.
  static func isEnd(_ reason: EndReason?) -> Bool {
    verdict(of: reason) == nil && reason?.kind != .untilReached
  }

  /// The strongest proof in the table.
  static func proof(_ tally: Tally) -> WalkProof {
    guard tally.beginsFirst else { return .end }
    let others = tally.pages - 1
    let totals = tally.totals
    if let total = totals.count, totals.isOnFirst, totals.isOnLast, tally.items == total,
      tally.duplicates == 0, tally.count(.unknown) == 0
    {
      return .counts
    }
    if tally.isRestarted { return .end }
    switch tally.end?.kind {
    case .verifiedByOverlap where tally.count(.overlapped) == others && !tally.sizes.differ:
      return .overlap
    case .said where others > 0 && tally.count(.named) == others && !tally.mayBeCut:
      return totals.count.map { $0 > tally.items } == true ? .end : .chain
    case .said where others == 0, .single where others == 0:
      let isWhole = !tally.speaksOfMore && !tally.mayBeCut
      return isWhole && totals.latest ?? 0 <= tally.items ? .single : .end
    case .said, .single, .tried, .totalReached, .verifiedByOverlap, .emptyPage, .pastEnd,
      .shortPage, nil:
      return .end
    }
  }

  /// The counts that the API states, compared with what came.
  private struct Counts {
    private(set) var doubts: [PageWarning] = []
    private(set) var hint: PageWarning?

    init(_ tally: Tally, end: Int?, trustsHints: Bool) {
      guard let found = tally.itemsUpTo else { return }
      let (totals, proof) = (tally.totals, Judgement.proof(tally))
      if totals.isOfPage == true, tally.pages > 1, tally.end?.kind == .said { return }
      if let bound = totals.bound ?? (trustsHints ? totals.hintedBound : nil), found < bound {
        doubts = [.itemCountMismatch(stated: bound, found: found)]
      } else if proof == .overlap, totals.hasChanged || end == totals.latest {
        // Rows that moved have been noticed: items before the end have come, or gone since.
        return
      } else if let total = totals.latest, !totals.hasChanged || proof != .chain {
        // What the total was seen to lose had been delivered, and what it gained lies before; an offset
        // in the opened request may count from 1, and lie behind the end.
        let before = tally.beginning.items ?? 0
        if tally.items == 0, before > total { return }
        let most = total.plus(totals.fallen.plus(before > 0 ? 1 : 0))
        let isReached = found >= total - totals.risen && found <= most
        guard !isReached else { return }
        let mismatch = PageWarning.itemCountMismatch(stated: total, found: found)
        if totals.isMapped || trustsHints {
          doubts = [mismatch]
        } else if found < total {
          hint = mismatch
        }
      } else if let stated = totals.pageCount, let before = tally.beginning.pages,
        // Pages that overlap have other sizes, and so are more or fewer.
        tally.count(.overlapped) == 0, before + tally.pages < stated
      {
        doubts = [.pageCountMismatch(stated: stated, found: before + tally.pages)]
      }
    }
  }
}
