import JSON
import Store

extension RunOutcome {
  /// The members of the line for scripts.
  var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("run", run.map(JSONValue.integer) ?? .null), ("inserted", .integer(counts.inserted)),
      ("updated", .integer(counts.updated)), ("unchanged", .integer(counts.unchanged)),
      ("deleted", .integer(counts.deleted)),
    ]
    guard let why = notPruned else { return members }
    members.append(("notPruned", .string(why.name)))
    switch why {
    case .unproven(let rows), .noItemsOfParts(let rows): members.append(("unseen", .integer(rows)))
    case .tooMany(let rows, let before):
      members += [("unseen", .integer(rows)), ("rowsBefore", .integer(before))]
    case .verdict, .partOfList, .noItems: break
    }
    return members
  }
}
