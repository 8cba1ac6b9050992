import Foundation
import JSON

@testable import Mapping

/// What the mapping module does, said slowly over trees: the other side of the random tests.
struct ReferenceMapper {
  let mappings: JSONObject
  let root: JSONValue
  let exchange: Exchange
  private(set) var issues: [MappingIssue] = []
  private(set) var isFailure = false
  private var itemNumber = 0
  private var collectionIndex = 0

  init(mappings: JSONObject, root: JSONValue, exchange: Exchange) {
    self.mappings = mappings
    self.root = root
    self.exchange = exchange
  }

  /// Texts that are a date, without a format or under one.
  static let dates: [(text: String, format: String?, date: String)] = [
    ("2009-05-11T10:39:22.777-04:00", nil, "2009-05-11T14:39:22.777Z"),
    ("Mon, 11 May 2009 14:39:22 GMT", nil, "2009-05-11T14:39:22Z"),
    ("Mon May 11 14:39:22 2009", nil, "2009-05-11T14:39:22Z"),
    ("2012-03-01", nil, "2012-03-01T00:00:00Z"),
    ("1242052762", nil, "2009-05-11T14:39:22Z"),
    ("11/27/1982", "MM/dd/yyyy", "1982-11-27T00:00:00Z"),
    ("1 Feb 70", "d MMM yy", "1970-02-01T00:00:00Z"),
    ("1242052762", "epochMilliseconds", "1970-01-15T09:00:52.762Z"),
  ]

  /// Numbers of the random bodies that are no integers, as seconds and as milliseconds since 1970.
  static let epochs: [String: (seconds: String, milliseconds: String)] = [
    "1.0": ("1970-01-01T00:00:01.0Z", "1970-01-01T00:00:00.0010Z"),
    "3e2": ("1970-01-01T00:05:00Z", "1970-01-01T00:00:00.3Z"),
    "2.5": ("1970-01-01T00:00:02.5Z", "1970-01-01T00:00:00.0025Z"),
    "2.50": ("1970-01-01T00:00:02.50Z", "1970-01-01T00:00:00.00250Z"),
    "-0.5": ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.9995Z"),
    "1e1": ("1970-01-01T00:00:10Z", "1970-01-01T00:00:00.01Z"),
  ]

  /// The place of an item among others.
  private struct Place {
    var parent: JSONValue?
    var key: String?
    /// Where the key goes.
    var itemKey: String?
    var trail: [String] = []
    var isStrict = false
  }

  /// The items of the list at the key path.
  mutating func items(keyPath: String, mapping: JSONValue) throws -> [JSONValue] {
    guard let list = try resolve(JSONPath(keyPath), root), root != .object(JSONObject()) else {
      return []
    }
    let definition = definition(mapping)
    var found: [JSONValue] = []
    var index = 0
    let elements: [JSONValue] =
      switch list {
      case .array(let elements): elements
      case .object(let object): object.isEmpty ? [] : [list]
      default: []
      }
    for element in elements {
      for (key, item) in keyed(definition, element, path: [keyPath], isStrict: strict(definition)) {
        collectionIndex = index
        index += 1
        itemNumber = found.count
        guard item != .null else {
          if key == nil { report([keyPath], expected: "object", found: item, strict(definition)) }
          continue
        }
        var place = Place()
        place.key = key
        place.itemKey = definition["keyedBy"]?.stringValue
        if let mapped = try map(item, definition, place) { found.append(mapped) }
      }
      itemNumber = found.count
    }
    return found
  }

  private func strict(_ definition: JSONValue) -> Bool { definition["strict"] == true }

  private func definition(_ mapping: JSONValue) -> JSONValue {
    mapping.stringValue.flatMap { mappings[$0] } ?? mapping
  }

  /// The members of a keyed object; any other item is itself.
  private mutating func keyed(
    _ definition: JSONValue, _ item: JSONValue, path: [String], isStrict: Bool
  ) -> [(String?, JSONValue)] {
    guard definition["keyedBy"] != nil else { return [(nil, item)] }
    guard case .object(let object) = item else {
      report(path, expected: "object", found: item, isStrict)
      return []
    }
    return object.members.map { ($0.key, $0.value) }
  }

  private mutating func map(
    _ item: JSONValue, _ definition: JSONValue, _ place: Place
  ) throws -> JSONValue? {
    var place = place
    place.isStrict = place.isStrict || strict(definition)
    if let cases = definition["when"]?.arrayValue {
      for entry in cases where try passes(entry, item, place) {
        return try choose(entry["mapping"], item, place)
      }
      return try choose(definition["otherwise"], item, place)
    }
    var entries: [(path: [String], value: JSONValue?)] = []
    if let itemKey = place.itemKey, let key = place.key {
      entries.append((itemKey.split(separator: ".").map(String.init), .string(key)))
    }
    for (source, attribute) in members(definition["attributes"]) {
      entries.append(
        (
          destination(source, attribute),
          try self.attribute(source, attribute, item, definition, place)
        ))
    }
    place.itemKey = nil
    for (source, relationship) in members(definition["relationships"]) {
      let value = try self.relationship(source, relationship, item, definition, place)
      entries.append((destination(source, relationship), value))
    }
    return assembled(entries)
  }

  private mutating func choose(
    _ mapping: JSONValue?, _ item: JSONValue, _ place: Place
  ) throws -> JSONValue? {
    guard let mapping, mapping != .null else { return nil }
    return try map(item, definition(mapping), place)
  }

  private func members(_ value: JSONValue?) -> [(String, JSONValue)] {
    switch value {
    case .array(let names): names.map { ($0.stringValue ?? "", $0) }
    case .object(let object): object.members.map { ($0.key, $0.value) }
    default: []
    }
  }

  private func destination(_ source: String, _ member: JSONValue) -> [String] {
    (member.stringValue ?? member["to"]?.stringValue ?? source).split(separator: ".")
      .map(String.init)
  }

  /// An object of the entries; nested ones stand where their first key does, empty ones nowhere.
  private func assembled(_ entries: [(path: [String], value: JSONValue?)]) -> JSONValue {
    var object = JSONObject()
    var seen: Set<String> = []
    for entry in entries where seen.insert(entry.path[0]).inserted {
      let same = entries.filter { $0.path[0] == entry.path[0] }
      if same[0].path.count == 1 {
        if let value = same[0].value { object[entry.path[0]] = value }
        continue
      }
      let inner = assembled(same.map { (Array($0.path.dropFirst()), $0.value) })
      if inner != .object(JSONObject()) { object[entry.path[0]] = inner }
    }
    return .object(object)
  }

  private mutating func attribute(
    _ source: String, _ attribute: JSONValue, _ item: JSONValue, _ definition: JSONValue,
    _ place: Place
  ) throws -> JSONValue? {
    let type = attribute["type"]?.stringValue ?? "any"
    guard let value = try self.value(source, item, place) else {
      if let fallback = attribute["default"] { return fallback }
      switch definition["missing"]?.stringValue {
      case "null": return .null
      case "default":
        let empty: [String: JSONValue] = [
          "string": "", "integer": 0, "number": 0, "boolean": false, "array": [], "object": [:],
        ]
        return empty[type] ?? .null
      default: return nil
      }
    }
    if let coerced = coerced(value, type, attribute["format"]?.stringValue) { return coerced }
    report(place.trail + [source], expected: type, found: value, place.isStrict)
    return nil
  }

  private mutating func relationship(
    _ source: String, _ relationship: JSONValue, _ item: JSONValue, _ definition: JSONValue,
    _ place: Place
  ) throws -> JSONValue? {
    let target = self.definition(relationship["mapping"] ?? .null)
    let isKeyed = target["keyedBy"] != nil
    let isMany = relationship["many"] == true
    var inner = Place()
    inner.parent = item
    inner.itemKey = target["keyedBy"]?.stringValue
    inner.key = source == "@self" ? place.key : nil
    inner.isStrict = place.isStrict
    inner.trail = place.trail + [source]
    guard let value = try self.value(source, item, place) else {
      switch definition["missing"]?.stringValue {
      case "null": return .null
      case "default": return isMany || isKeyed ? [] : .null
      default: return nil
      }
    }
    guard isMany || isKeyed else {
      if value == .null { return .null }
      if case .array = value {
        report(inner.trail, expected: "object", found: value, place.isStrict)
        return nil
      }
      return try map(value, target, inner)
    }
    inner.key = nil
    let isList = if case .array = value { true } else { false }
    if isKeyed, !isList, value != .null, value.objectValue == nil {
      report(inner.trail, expected: "object", found: value, place.isStrict)
      return nil
    }
    var mapped: [JSONValue] = []
    for element in isList ? value.arrayValue ?? [] : [value] where element != .null {
      for (key, item) in keyed(target, element, path: inner.trail, isStrict: place.isStrict)
      where item != .null {
        inner.key = key
        if let one = try map(item, target, inner) { mapped.append(one) }
      }
    }
    return .array(mapped)
  }

  private mutating func report(
    _ path: [String], expected: String, found: JSONValue, _ isStrict: Bool
  ) {
    if isStrict { isFailure = true }
    issues.append(
      MappingIssue(
        item: itemNumber, path: path.joined(separator: "."), kind: .typeMismatch,
        expected: expected, found: found.kindName))
  }

  private func value(
    _ source: String, _ item: JSONValue, _ place: Place
  ) throws -> JSONValue? {
    var names = source.split(separator: ".").map(String.init)
    let first = names.removeFirst()
    let rest = try JSONPath(names.joined(separator: "."))
    switch first {
    case "@self": return resolve(rest, item)
    case "@parent": return place.parent.flatMap { resolve(rest, $0) }
    case "@root": return resolve(rest, root)
    case "@key": return place.key.map { .string($0) }
    case "@metadata":
      switch names[0] {
      case "collectionIndex": return .integer(collectionIndex)
      case "page": return .integer(exchange.page)
      case "request": return .string(exchange.context.requestURL)
      case "path": return names[1] == "kind" ? .string(String(exchange.path.dropFirst())) : nil
      case "response" where names[1] == "status": return .integer(exchange.status)
      case "response": return exchange.context.header(names[2]).map { .string($0) }
      default: return nil
      }
    default: return try resolve(JSONPath(source), item)
    }
  }

  private func resolve(_ path: JSONPath, _ value: JSONValue) -> JSONValue? {
    var value = value
    for component in path.components {
      switch value {
      case .object(let object):
        guard let next = object[String(decoding: component.key, as: UTF8.self)] else { return nil }
        value = next
      case .array(let elements):
        guard let index = component.index else { return nil }
        let place = index < 0 ? index + elements.count : index
        guard elements.indices.contains(place) else { return nil }
        value = elements[place]
      default: return nil
      }
    }
    return value
  }

  private func passes(_ entry: JSONValue, _ item: JSONValue, _ place: Place) throws -> Bool {
    let value = try value(entry["keyPath"]?.stringValue ?? "", item, place)
    if let wanted = entry["equals"], value != wanted { return false }
    if let choices = entry["in"]?.arrayValue, !choices.contains(where: { $0 == value }) {
      return false
    }
    if let exists = entry["exists"]?.booleanValue, exists != (value != nil) { return false }
    if let type = entry["type"]?.stringValue, value.map(\.kindName) != type { return false }
    if let text = entry["matches"]?.stringValue {
      guard let string = value?.stringValue, string.hasPrefix(text.dropFirst()) else {
        return false
      }
    }
    return true
  }

  /// Only what the random bodies hold: small numbers and short strings.
  private func coerced(_ value: JSONValue, _ type: String, _ format: String?) -> JSONValue? {
    if type == "array" {
      if case .array = value { return value }
      return value == .null ? [] : [value]
    }
    if value == .null || type == "any" { return value }
    switch (type, value) {
    case ("object", .object), ("string", .string), ("boolean", .boolean), ("number", .number):
      return value
    case ("string", .number(let number)): return .string(number.text)
    case ("string", .boolean(let boolean)): return .string(boolean ? "true" : "false")
    case ("integer", .string("")), ("number", .string("")), ("date", .string("")): return .null
    case ("url", .string(let text)): return exchange.context.resolveURL(text).map { .string($0) }
    case ("date", .string(let text)): return date(text, format).map { .string($0) }
    case ("date", .number(let number)): return date(number.text, format).map { .string($0) }
    case ("integer", .number(let number)): return whole(number.text)
    case ("integer", .string(let text)) where JSONNumber.isLiteral(text): return whole(text)
    case ("number", .string(let text)) where JSONNumber.isLiteral(text):
      return .number(JSONNumber(text: text))
    case ("boolean", .number(let number)):
      return number.double == 1 ? true : number.double == 0 ? false : nil
    case ("boolean", .string(let text)):
      let words: [String: JSONValue] = [
        "true": true, "t": true, "yes": true, "y": true, "1": true, "false": false, "f": false,
        "no": false, "n": false, "0": false,
      ]
      return words[text.lowercased()]
    default: return nil
    }
  }

  private func date(_ text: String, _ format: String?) -> String? {
    if let entry = Self.dates.first(where: { $0.text == text && $0.format == format }) {
      return entry.date
    }
    guard format == nil || format == "epochMilliseconds" else { return nil }
    if let epoch = Self.epochs[text] { return format == nil ? epoch.seconds : epoch.milliseconds }
    guard let number = Int(text), String(number) == text else { return nil }
    let formatter = ISO8601DateFormatter()
    if format == nil { return formatter.string(from: Date(timeIntervalSince1970: Double(number))) }
    let seconds = (Double(number) / 1_000).rounded(.down)
    let thousandths = String(number - Int(seconds) * 1_000)
    return formatter.string(from: Date(timeIntervalSince1970: seconds)).dropLast() + "."
      + String(repeating: "0", count: 3 - thousandths.count) + thousandths + "Z"
  }

  private func whole(_ text: String) -> JSONValue? {
    guard let double = Double(text), double == double.rounded() else { return nil }
    return .integer(Int(double))
  }
}
