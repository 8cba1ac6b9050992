import HTTP
import Pagination

/// Walks that read their list again.
extension Walk {
  /// Begins another pass if the list has reached an end that proves too little. Returns true if the
  /// pass has begun.
  mutating func beginPass(
    endedBy reason: EndReason?, _ collection: inout PagedList
  ) -> Bool {
    guard passes.mayContinue, passes.restart?.isLost != true, !passes.agrees,
      collection.needsPass(after: reason)
    else {
      return false
    }
    var place = collection.checkpoint()
    place.tally.doubt(.moving(passes: 1, came: 0, went: 0))
    passes { $0.begin(after: place) }
    forgetAhead()
    collection.beginPass()
    begin(at: collection.openingPage)
    return true
  }

  /// The outcome as a walk takes it that compares items, whatever these are.
  func comparable(_ outcome: PageOutcome, _ collection: PagedList) -> PageOutcome {
    guard collection.isWalkedExactly || passes.most > 1, case .page(let page) = outcome else {
      return outcome
    }
    return .page(page.comparingValues)
  }

  /// The items of a page that have not been delivered, where the list may be read again; nil: all.
  func newItems(of page: Page, _ collection: PagedList) -> WalkPage? {
    guard let isNew = passes.filter(page) else { return nil }
    let new = page.contentItems(where: isNew)
    return WalkPage(
      page: page.number, start: tally.position, objectCount: collection.knownCount,
      content: page.content, items: 0..<page.content.count, isAgain: passes.isRestarted
    ).keeping(new.map(\.index))
  }

  /// Judges the passes when the last one proves too little by itself.
  func judge(
    _ end: WalkEnd, endedBy reason: EndReason?, _ collection: inout PagedList
  ) -> WalkEnd {
    guard passes.isAgain, Judgement.verdict(of: reason) == nil,
      end.proof == nil || end.proof == .end
    else { return passes.lacks.map { judgeUnread(end, $0, &collection) } ?? end }
    guard passes.agrees, collection.cursor.tally.end != nil else {
      let (came, went) = (passes.difference.came, passes.went)
      return collection.doubted(end, .moving(passes: passes.number, came: came, went: went))
    }
    // Two passes that agree may both lack what an API leaves out: what a pass doubts stays so.
    var judged = end
    if end.proof == .end { judged.proof = .passes }
    return judged
  }

  /// The end of an exact walk that could not compare passes: in doubt where something is not known to
  /// follow what came before it, or where the walk had no way to read the end twice. `passes`: how
  /// many could have been compared.
  private func judgeUnread(
    _ end: WalkEnd, _ passes: Int, _ collection: inout PagedList
  ) -> WalkEnd {
    let isVerified =
      end.proof == .overlap ? collection.exactWay != nil : collection.cursor.isWhollyVerified
    // Where nothing came, nothing has moved.
    let isEmpty = collection.cursor.tally.items == 0 && collection.isReadFromStart
    // A total does not show which rows moved behind pages that loads have delivered.
    let isUnread =
      end.proof == .counts && self.passes.isMissing && collection.exactWay == nil
      && collection.cursor.tally.count(.counted) > 0
    guard end.verdict == .complete, isUnread || [.end, .overlap].contains(end.proof), !isVerified,
      !isEmpty
    else {
      return end
    }
    return collection.doubted(end, .moving(passes: passes, came: 0, went: 0))
  }
}

extension PagedList {
  /// The end of a walk where rows may have moved unnoticed.
  fileprivate mutating func doubted(_ end: WalkEnd, _ moving: PageWarning) -> WalkEnd {
    warn(moving)
    doubt(moving)
    var judged = end
    (judged.verdict, judged.proof) = (.suspect, nil)
    return judged
  }

  /// True when another pass could prove more than the one that ends.
  func needsPass(after reason: EndReason?) -> Bool {
    guard Judgement.isEnd(reason), cursor.first == openingPage, cursor.tally.beginsFirst,
      cursor.tally.end != nil, !cursor.tally.mayBeCut, !warnings.contains(where: \.isDoubtOfEnd)
    else { return false }
    let judgement = judgement(reason)
    return judgement.proof == .end
      || judgement.verdict == .suspect
        && (cursor.tally.doubts + judgement.doubts).allSatisfy {
          $0.isOfMoving || $0.kind == .countMismatch
        }
  }
}

extension PageWarning {
  /// True when moving rows cause this warning.
  var isOfMoving: Bool { isOfRepetition || kind == .gaps || kind == .moving }

  /// True when items were delivered twice.
  var isOfRepetition: Bool { [.pagesShifted, .duplicates, .repeatedPage].contains(kind) }
}
