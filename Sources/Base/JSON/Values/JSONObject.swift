import Text

/// The members of a small object in their order, each key once.
///
/// Two objects are equal where they hold the same members, in any order.
package struct JSONObject: Sendable, Equatable {
  /// Up to this many members a key is looked for one by one when an object is made.
  private static let linearMax = 16

  /// The members in order.
  package private(set) var members: [(key: String, value: JSONValue)]

  /// An object without members.
  package init() {
    members = []
  }

  /// An object of these members; of duplicate keys the last value counts, at the first's place.
  package init(_ members: [(key: String, value: JSONValue)]) {
    if members.count > Self.linearMax {
      self.members = Self.unique(members)
    } else {
      self.members = []
      for member in members { self[member.key] = member.value }
    }
  }

  /// The value of the member; nil if it does not exist. Setting nil removes it; a new key is
  /// appended.
  package subscript(key: String) -> JSONValue? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// The object with a value at the place that keys lead to; what is on the way and is no object
  /// becomes one, but for a list, in which an index leads on to an element, and any other key nowhere.
  package func setting(_ keys: ArraySlice<String>, to value: JSONValue) -> JSONObject {
    guard let key = keys.first else { return self }
    var object = self
    object[key] = (self[key] ?? .null).setting(keys.dropFirst(), to: value)
    return object
  }

  /// The keys in order.
  package var keys: [String] { members.map(\.key) }
  /// True when the object has no members.
  package var isEmpty: Bool { members.isEmpty }
  /// The number of members.
  package var count: Int { members.count }

  /// The same object; members that another one has as well, at the same place, are kept once.
  package func sharing(_ other: JSONObject) -> JSONObject {
    var shared = JSONObject()
    shared.members.reserveCapacity(count)
    for (index, member) in members.enumerated() {
      let twin = index < other.count ? other.members[index] : member
      let key = ExactText(twin.key) == ExactText(member.key) ? twin.key : member.key
      shared.members.append(
        (key, twin.value.isIdentical(to: member.value) ? twin.value : member.value))
    }
    return shared
  }

  /// True when both hold the same members in the same order, and so do the objects inside.
  package func isIdentical(to other: JSONObject) -> Bool {
    members.elementsEqual(other.members) {
      ExactText($0.key) == ExactText($1.key) && $0.value.isIdentical(to: $1.value)
    }
  }

  /// True when both hold the same members.
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    if left.count <= linearMax {
      return left.members.allSatisfy { right[$0.key] == $0.value }
    }
    let values = Dictionary(right.members.map { (ExactText($0.key), $0.value) }) { $1 }
    return left.members.allSatisfy { values[ExactText($0.key)] == $0.value }
  }

  private func index(of key: String) -> Int? {
    let key = ExactText(key)
    return members.firstIndex { ExactText($0.key) == key }
  }

  private static func unique(
    _ members: [(key: String, value: JSONValue)]
  ) -> [(key: String, value: JSONValue)] {
    var places: [ExactText: Int] = [:]
    var unique: [(key: String, value: JSONValue)] = []
    for member in members {
      if let place = places[ExactText(member.key)] {
        unique[place].value = member.value
      } else {
        places[ExactText(member.key)] = unique.count
        unique.append(member)
      }
    }
    return unique
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object of the literal's members, in their order.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension JSONValue {
  /// The value with another one at the place that keys lead to.
  fileprivate func setting(_ keys: ArraySlice<String>, to value: JSONValue) -> JSONValue {
    guard let key = keys.first else { return value }
    guard case .array(var elements) = self else {
      return .object((objectValue ?? [:]).setting(keys, to: value))
    }
    guard let index = Int(key), elements.indices.contains(index) else { return self }
    elements[index] = elements[index].setting(keys.dropFirst(), to: value)
    return .array(elements)
  }
}
