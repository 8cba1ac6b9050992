package import Detection
package import JSON

extension DetectionReport {
  /// `{candidates, confirmed, warnings}`.
  package var json: [UInt8] {
    JSONWriter.object { writer in
      writer.member("candidates", .array(candidates.map(\.json)))
      writer.member("confirmed", isConfirmed)
      writer.member("warnings", .array(warnings.map(\.json)))
    }
  }
}

extension DetectionReport.Certainty {
  /// The certainty, in a sentence for people.
  package var sentence: String {
    switch self {
    case .proved: "Proved by the second page."
    case .single: "The first response has the whole list."
    case .followed(let reason):
      "Unconfirmed, but the API leads there and answers with a page: \(reason)."
    case .onlyPage: "Unconfirmed: the API says that the first page is the last one."
    case .endSeen: "Unconfirmed: the second page is empty, so the list ends on the first one."
    case .untried: "Unconfirmed: no second page was requested."
    case .notRecorded: "Unconfirmed: the recording does not have the second page."
    case .unknown: "Nothing in the response shows clearly how to page."
    }
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
    .object(JSONObject([("pointer", .string(pointer)), ("value", value), ("says", .string(says))]))
  }
}
