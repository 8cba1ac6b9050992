import JSON
import Sessions
import TestInput

/// Checkpoints that nobody has given out, with a digest that fits.
struct CheckpointText {
  /// The sound checkpoint with some of its members replaced.
  func forged(_ sound: String, _ random: inout SeededGenerator, base: String) -> String {
    guard let body = CheckpointSeal.open(sound),
      let document = try? JSONDocument(Array(body.utf8)),
      var object = document.value(document.root).objectValue
    else { return sound }
    for _ in 0..<random.below(5) {
      let name = random.pick([
        "page", "perPage", "size", "start", "taken", "lead", "received", "position", "end",
        "doubts", "found", "v", "items", "proof",
      ])
      object[name] = member(name, &random, base: base)
    }
    return CheckpointSeal.seal(JSONValue.object(object).text)
  }

  private func member(
    _ name: String, _ random: inout SeededGenerator, base: String
  ) -> JSONValue? {
    if random.chance(5) { return random.pick([nil, .null, "x", [], 1.5]) }
    switch name {
    case "position": return position(&random, base: base)
    case "end":
      let kind = random.pick([
        "noNext", "moreFalse", "emptyPage", "shortPage", "totalReached", "pastEnd", "pagesMax",
        "itemsMax", "repeatedRequest", "repeatedResponse", "cancelled", "ceiling",
      ])
      let field = random.pick(["objectCount", "pageCount", "limits.pagesMax", "next"])
      return [
        "kind": .string(kind), "page": number(&random),
        "evidence": ["field": .string(field), "value": number(&random), "items": number(&random)],
      ]
    case "doubts":
      return .array(
        (0..<random.below(4)).map { _ in
          let kind = random.pick([
            "undetected", "gaps", "countMismatch", "duplicates", "pagesShifted", "repeatedPage",
            "signalMissing",
          ])
          return [
            "kind": .string(kind), "path": random.pick([.null, "offset", "pageCount"]),
            "page": number(&random), "count": number(&random), "stated": number(&random),
            "expected": number(&random), "found": number(&random), "before": number(&random),
            "now": number(&random),
          ]
        })
    case "items": return digests(&random)
    case "proof":
      return [
        "pages": number(&random), "chained": .boolean(random.chance(50)), "total": number(&random),
        "counted": .boolean(random.chance(50)),
        "recent": [
          "items": digests(&random), "verified": number(&random),
          "unbroken": .boolean(random.chance(50)), "sizes": [number(&random), number(&random)],
        ],
      ]
    case "found": return found(&random, base: base)
    default: return number(&random)
    }
  }

  /// Findings of detection, with members that it never finds.
  private func found(_ random: inout SeededGenerator, base: String) -> JSONValue {
    var found: JSONObject = [
      "pagination": random.pick([
        ["strategy": "page"], ["strategy": "cursor", "next": "next", "parameter": "cursor"],
        ["strategy": "auto"], ["strategy": "x"], .null, ["strategy": "link"],
        ["strategy": "body", "next": "next"],
        [
          "strategy": "cursor", "next": "next", "in": "path",
          "nextURL": .string(random.pick(["/n/:cursor", "http://evil.example/:cursor"])),
        ],
        ["strategy": "cursor", "next": "next", "in": "body", "parameter": "a.b"],
      ]),
      "itemsPath": random.pick(["items", "", "a.b", 7]),
    ]
    let others: JSONObject = [
      "method": random.pick(["POST", "DELETE"]), "url": "http://evil.example/a",
      "headers": ["X-A": "b"], "body": ["a": 1], "parameters": ["a": "b"],
      "bounds": random.pick(["follow", "ask"]), "firstPage": number(&random),
      "fetching": ["allowedOrigins": [["origin": "http://evil.example", "credentials": true]]],
    ]
    for (name, value) in others.members where random.chance(20) { found[name] = value }
    return .object(found)
  }

  private func digests(_ random: inout SeededGenerator) -> JSONValue {
    .array((0..<random.below(12)).map { _ in random.pick(["0", "ffffffffffffffff", "x", 7]) })
  }

  private func number(_ random: inout SeededGenerator) -> JSONValue {
    .integer(
      random.pick([
        0, 1, 2, 3, 25, 100, -1, -25, 1 << 31, 1 << 53, 1 << 60, (1 << 60) + 1,
        1_000_000, 1_000_000_000_000, -1_000_000_000_000, .max, .max - 1, .min, .min + 1,
      ]))
  }

  private func position(_ random: inout SeededGenerator, base: String) -> JSONValue {
    switch random.below(4) {
    case 0: "start"
    case 1: "computed"
    case 2:
      [
        "link": [
          "url": .string(
            random.pick([base + "/b?page=2", "http://evil.example/", "", "?x", "a:b"])),
          "method": random.pick([.null, "POST", "GET ", ""]),
          "headers": random.pick([[], [["X-A", "b"]], [["X-A", "b\r\nc: d"]], [[1]]]),
          "body": random.pick([.null, "{\"a\":1}", "{secret:0}"]),
          "merge": random.pick([.null, true]),
        ]
      ]
    default:
      [
        "token": [
          "members": random.pick([
            [], [["cursor", "\"b7\""]], [["cursor", "{"]], [["", "null"]], [["cursor", "1e400"]],
            [["cursor", "{secret:99999999999999999999}"]], [["cursor", "[[[1]]]"], ["b", "2"]],
          ]),
          "previous": random.pick([.null, true, false]),
        ]
      ]
    }
  }
}
