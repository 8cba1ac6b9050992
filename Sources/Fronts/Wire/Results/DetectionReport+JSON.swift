package import Detection
package import JSON
package import Sessions

extension DetectionReport {
  /// `{candidates, confirmed, warnings}`.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("candidates", .array(candidates.map(\.json)))
    writer.member("confirmed", isConfirmed)
    writer.member("warnings", .array(warnings.map(\.json)))
    writer.endObject()
    return writer.bytes
  }
}

extension Candidate {
  /// The params of `open`, then `score` and `evidence`.
  package var json: JSONValue {
    var object = open
    object["score"] = .number(JSONNumber(text: shownScore))
    object["evidence"] = .array(evidence.map(\.json))
    return .object(object)
  }

  /// Two digits are all that a score is good for.
  package var shownScore: String {
    let hundredths = Int((min(max(score, 0), 1) * 100).rounded())
    if hundredths == 100 { return "1" }
    return "0." + (hundredths < 10 ? "0" : "") + String(hundredths)
  }
}

extension Evidence {
  package var json: JSONValue {
    .object(
      JSONObject([("pointer", .string(pointer)), ("value", value), ("says", .string(says))]))
  }
}
