package import JSON
package import Pagination
import Text

extension PageWarning {
  /// `{"kind": "signalMissing", "message": "...", "path": "more", "page": 3}`
  package var json: JSONValue {
    var object: JSONObject = ["kind": .string(kind.rawValue), "message": .string(message)]
    if let subject { object["path"] = .string(subject) }
    for (name, value) in details { object[name] = value }
    return .object(object)
  }

  /// One sentence that says what is wrong with the page.
  package var message: String { sentence() }

  /// The same; `name`: what to call a setting.
  package func sentence(calling name: (ErrorSetting) -> String = \.rawValue) -> String {
    switch self {
    case .metadataInvalid(let value): "The value at \(value.path) is not a count and was ignored."
    case .pageMismatch(let place, let requested, let stated):
      "The API answered with \(place) \(stated) although \(requested) was requested."
    case .inconsistentCounts(let stated, let computed, let total):
      "The API reports \(stated) pages, but \(total) items make \(computed)."
    case .pageSizeDrift(let page, let expected, let found):
      "Page \(page) came with \(ShownText.count(found, "item")) instead of \(expected)."
    case .countChanged(let before, let now):
      "The API counted \(before) items before, and counts \(now) now."
    case .severalLists(let paths): PageWarning.sentence(ofPaths: paths, name(.itemsPath))
    case .undetected(let refutation):
      PageWarning.sentence(ofUndetected: refutation, name(.pagination), name(.profile))
    case .signalMissing(let page):
      "Page \(page) says neither where the next page is nor that it is the last one."
    case .moreNotFollowed(let page):
      PageWarning.sentence(ofMoreOn: page, PageWarning.either(name(.pagination), name(.profile)))
    case .perPageNotSent(let wanted, let found):
      "The parameter for the page size is unknown, so pages have \(found) items, not \(wanted); set "
        + "\(name(.perPageParameter))."
    case .unevenRows(let page, let count): PageWarning.sentence(ofUneven: count, page: page)
    case .innerListsCut(let path, let page, let items):
      PageWarning.sentence(ofListsCut: path, page: page, items: items, name(.inner))
    case .innerListsDoubtful(let path, let page, let items):
      PageWarning.sentence(ofDoubtful: items, path: path, page: page)
    case .refreshTokenReplaced: PageWarning.sentence(ofReplaced: name(.refreshTokenFile))
    case .untilUnknown(let path):
      "Items have nothing at \(path) that can be compared with \(name(.until)); they do not end "
        + "paging."
    case .duplicates:
      "Items came more than once: the list may have changed during paging."
    case .sharedItems(let page, _, _, _):
      "Page \(page) has items that other pages also has: pages may have shifted in the meantime."
    case .countShrank(_, let before, let now):
      "The API counted \(before) items before, and counts \(now) now: "
        + "items may have been skipped."
    case .gap(let place, _, let expected, let stated),
      .overlap(let place, _, let expected, let stated):
      "The API answered with \(place) \(stated) where \(expected) comes next."
    case .recovered(let items): PageWarning.sentence(ofRecovered: items)
    case .restarted(let items): PageWarning.sentence(ofSkipped: items)
    case .nothingMapped(let items): PageWarning.sentence(ofUnmapped: items)
    case .moving(let passes, let came, let went): PageWarning.sentence(ofPasses: passes, came, went)
    case .placeLost(let page): PageWarning.sentence(ofPlaceLost: page)
    case .limitNotReached: PageWarning.sentence(ofLimit: name(.wholeWalk))
    case .repeatedBeginning:
      "The list changed during paging: a page began with items of the previous one."
    case .shortPage(let page, let found, let stated):
      PageWarning.sentence(ofShort: page, found: found, stated: stated)
    case .incompleteResults(let value): PageWarning.sentence(ofReported: value)
    case .repeatedPage(let page): "Page \(page) has exactly the items of an earlier one."
    case .itemCountMismatch(let stated, let found):
      "The API counts \(ShownText.count(stated, "item")), but \(found) came."
    case .pageCountMismatch(let stated, let found):
      "The API reports \(ShownText.count(stated, "page")), but there were \(found)."
    case .sliceTooDense(let from, let to, let stated):
      "The slice from \(from.stringValue ?? from.text) to \(to.stringValue ?? to.text) "
        + (stated.map { "has \($0) items, more" } ?? "has more")
        + " than the API gives, and is too small to be halved."
    case .rangeIgnored(let stated):
      "Every part of the range has \(stated) items: the API does not filter by {from} and {to}."
    case .slicesUnordered(let path):
      "Items are not in ascending order of \(path), so the walk cannot continue past the ceiling; "
        + "have the API sort by it."
    }
  }

  /// Two settings; only the second where the first is a part of it, as "pagination of a profile".
  private static func either(_ setting: String, _ whole: String) -> String {
    setting.hasSuffix(" of " + whole) ? whole : "\(setting) or \(whole)"
  }

  /// `The API reports true at partial: ...`; without a path the value is all of the body.
  private static func sentence(ofReported value: StatedValue) -> String {
    (value.path.isEmpty
      ? "The API answered with a text in place of rows, \(value.value.text)"
      : "The API reports \(value.value.text) at \(value.path)")
      + ": its results may be incomplete."
  }

  /// Says that it is not known how the API pages. `pagination`, `profile`: what to call the settings.
  private static func sentence(
    ofUndetected refutation: String?, _ pagination: String, _ profile: String
  ) -> String {
    (refutation.map { "The best candidate was wrong: \($0)" }
      ?? "The response does not show how the API pages")
      + "; set \(either(pagination, profile)), or put the API's parameter for the page into the URL "
      + "or the body; if these are all the items, set \(pagination) to single."
  }

  private static func sentence(ofMoreOn page: Int, _ settings: String) -> String {
    "Page \(page) indicates more, which nothing asks for; set \(settings) to how the API pages."
  }

  private static func sentence(ofPlaceLost page: Int) -> String {
    "The items delivered last are not where page \(page) continues: the list has changed too much, "
      + "or its offsets do not count items."
  }

  private static func sentence(ofLimit wholeWalk: String) -> String {
    "The list ended without an item older than the newest of the last walk: it may have none any more, "
      + "or some were skipped; \(wholeWalk) reads it from its beginning to its end."
  }

  private static func sentence(ofRecovered items: Int) -> String {
    "The list changed while it was read: the walk went back and found "
      + "\(ShownText.count(items, "item")) that had moved to pages already read."
  }

  private static func sentence(ofUnmapped items: Int) -> String {
    "None of the \(items) items that came meets a case of the mapping (when), and it has no otherwise: "
      + "nothing is left of them."
  }

  private static func sentence(ofSkipped items: Int) -> String {
    "A position had expired, so the walk started again from the beginning of the list; "
      + "\(items) items were skipped, as they had been delivered before."
  }

  private static func sentence(ofPasses passes: Int, _ came: Int, _ went: Int) -> String {
    switch passes {
    case ...0:
      "The list has equal items, which cannot be told apart: nothing shows that no rows moved while it "
        + "was read. Name what identifies an item (identity)."
    case 1:
      "Nothing shows that no rows moved while the list was read: the walk began in the middle, continued an "
        + "earlier one, or met pages that cannot overlap. Walk the list from its beginning."
    default:
      "The list changes while it is read: in pass \(passes), \(came) items came and \(went) went."
    }
  }

  private static func sentence(
    ofListsCut path: String, page: Int, items: Int, _ setting: String
  ) -> String {
    "Lists within items are incomplete: \(path) says so of \(items == 1 ? "1 item" : "\(items) items") on "
      + "page \(page). The paginator's own list is whole; \(setting) walks such lists to their end."
  }

  private static func sentence(ofShort page: Int, found: Int, stated: Int) -> String {
    "Page \(page) has \(found) items although the API states pages of \(stated), and more "
      + "came after it: a short page is not the end of this list."
  }

  private static func sentence(ofDoubtful lists: Int, path: String, page: Int) -> String {
    "\(lists) lists at \(path) within items of page \(page) may not be whole: the API refused a page "
      + "of theirs, or does not say clearly where they end."
  }

  private static func sentence(ofUneven count: Int, page: Int) -> String {
    "On page \(page), \(count) rows have more or fewer fields than the header: members are missing, "
      + "or are in #more."
  }

  private static func sentence(ofReplaced setting: String) -> String {
    "The token endpoint has replaced the refresh token, and only this process knows the new one: "
      + "the one given may no longer work. Use \(setting) to keep it."
  }

  /// Says where the items were taken from, and where else they could be.
  private static func sentence(ofPaths paths: [String], _ setting: String) -> String {
    let (taken, others) = (paths.first ?? "", paths.dropFirst().joined(separator: ", "))
    return taken.isEmpty
      ? "The whole body was taken for one item. If \(others) are the items, choose them with \(setting)."
      : "Several lists could be the items. Those at \(taken) were taken, not \(others); choose with "
        + "\(setting)."
  }
}
