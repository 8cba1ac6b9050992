import JSON
import Pagination
import Sessions
import System

/// The place where a series continues: the position in its items, and the checkpoint inside that
/// part.
///
///     {"v":1,"request":"5d41402abc4b2a76","position":3,"items":"9e37","inner":"…","item":"c3a5",
///      "hasItems":true,"counts":[2,0,1,0,0],"pages":9,"itemCount":41,"proof":"end","sum":"7ad41402"}
struct SeriesCheckpoint: Sendable {
  var request: String
  /// After the items that are done, and inside the part that follows. Its fingerprint is known once
  /// these items have been read again.
  var place: SeriesPlace
  /// The fingerprint of the items that are done.
  var fingerprint: UInt64
  var tally: SeriesTally
  /// The rest of a sliced walk; nil if there is a list for each item.
  var slices: JSONValue?

  private static let version = 1
  private static let countMax = 1 << 60

  /// The text that clients keep.
  var text: String {
    var object: JSONObject = [
      "v": .integer(SeriesCheckpoint.version), "request": .string(request),
      "position": .integer(place.position), "items": .string(String(fingerprint, radix: 16)),
      "counts": [
        .integer(tally.complete), .integer(tally.gone), .integer(tally.failed),
        .integer(tally.suspect), .integer(tally.capped),
      ],
      "pages": .integer(tally.pages), "itemCount": .integer(tally.itemCount),
    ]
    if let inner = place.inner { object["inner"] = .string(inner.value) }
    if let item = place.item { object["item"] = .string(String(item, radix: 16)) }
    if place.hasItems { object["hasItems"] = true }
    if let slices { object["slices"] = slices }
    if let proof = tally.proof { object["proof"] = .string(proof.rawValue) }
    return CheckpointSeal.seal(String(decoding: JSONValue.object(object).bytes, as: UTF8.self))
  }

  /// A checkpoint is at most so long: that of a part with its own.
  private static let textBytesMax = 2 << 20
}

extension SeriesCheckpoint {
  /// Reads a text; nil where it is damaged, or no series' checkpoint.
  init?(_ text: String) {
    let most = 0...SeriesCheckpoint.countMax
    guard text.utf8.count <= SeriesCheckpoint.textBytesMax, let body = CheckpointSeal.open(text),
      let object = JSONValue(json: body)?.objectValue,
      object["v"]?.integerValue == SeriesCheckpoint.version,
      let request = object["request"]?.stringValue,
      let position = object["position"]?.integer(in: most),
      let items = object["items"]?.stringValue, let fingerprint = UInt64(items, radix: 16),
      // Earlier versions only counted the items of a page that they had delivered in part.
      object["skip"]?.integerValue ?? 0 == 0,
      let pages = object["pages"]?.integer(in: most),
      let itemCount = object["itemCount"]?.integer(in: most)
    else { return nil }
    let counts = (object["counts"]?.arrayValue ?? []).compactMap { $0.integer(in: most) }
    guard counts.count == 5 else { return nil }
    var tally = SeriesTally()
    (tally.complete, tally.gone, tally.failed) = (counts[0], counts[1], counts[2])
    (tally.suspect, tally.capped) = (counts[3], counts[4])
    (tally.items, tally.pages, tally.itemCount) = (position, pages, itemCount)
    tally.proof = object["proof"]?.stringValue.flatMap(WalkProof.init)
    let place = SeriesPlace(
      position: position,
      inner: object["inner"]?.stringValue.map { inner in LazyValue { inner } },
      item: object["item"]?.stringValue.flatMap { UInt64($0, radix: 16) },
      hasItems: object["hasItems"] == true)
    self.init(
      request: request, place: place, fingerprint: fingerprint, tally: tally,
      slices: object["slices"])
  }
}
