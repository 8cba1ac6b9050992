extension JSONDocument {
  /// Objects of fewer members are taken for objects.
  private static let itemsMin = 2
  /// How many members of an object are compared.
  private static let comparedMax = 20

  /// The number of members of an object that holds items by their ids: all of them are objects of
  /// one shape. A single member is one where its key is in it. Nil: it is an object like any other.
  ///
  ///     {"17": {"pageid": 17, "title": "A"}, "18": {"pageid": 18, "title": "B"}}     2
  package func objectOfItems(_ object: JSONSlice) -> Int? {
    guard object.kind == .object else { return nil }
    let members = members(of: object)
    guard !members.isEmpty, members.allSatisfy({ $0.value.kind == .object }) else { return nil }
    if members.count < JSONDocument.itemsMin { return isItemByID(members[0]) ? 1 : nil }
    let names = members.prefix(JSONDocument.comparedMax).map { member in
      Set(self.members(of: member.value).compactMap { string($0.key) })
    }
    guard let first = names.first, !first.isEmpty else { return nil }
    let shared = names.reduce(first) { $0.intersection($1) }
    return !shared.isEmpty && shared.count * 2 >= first.count ? members.count : nil
  }

  private func isItemByID(_ member: (key: JSONSlice, value: JSONSlice)) -> Bool {
    guard let key = string(member.key) else { return false }
    return members(of: member.value).contains { own in
      switch own.value.kind {
      case .string: string(own.value) == key
      case .number: text(own.value) == key
      default: false
      }
    }
  }
}
