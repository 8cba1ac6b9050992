import Text

/// A key path: the way from a value to one inside it.
///
/// `data.tags.-1` means the last element of `tags` in `data`; a backslash escapes a dot or a
/// backslash (`a\.b` is one key), and `@odata.nextLink` is one key as it is. A text that starts
/// with `/` is a JSON Pointer (RFC 6901). The empty text is the root. A whole number without
/// leading zeros indexes an array, negative from the end, and is an ordinary key on an object.
package struct JSONPath: Sendable, Hashable, CustomStringConvertible {
  /// The maximum size of a path's text, in UTF-8 bytes.
  package static let textBytesMax = 4096
  /// The maximum number of components in a path's text.
  package static let componentsMax = 64

  /// One step of a path.
  package struct Component: Sendable, Hashable {
    /// The key on an object, in UTF-8, escapes resolved.
    package let key: [UInt8]
    /// The index on an array; nil where the component can be no index.
    package let index: Int?

    /// A component of the given parts.
    package init(key: [UInt8], index: Int?) {
      self.key = key
      self.index = index
    }

    /// The component that a dotted path would have for this key.
    package init(_ key: String) {
      self.init(dotted: Array(key.utf8))
    }
  }

  /// The steps from the root on.
  package let components: [Component]

  /// The path to the value itself.
  package static let root = JSONPath(components: [])

  /// Parses a dotted path or a JSON Pointer.
  package init(_ text: String) throws(JSONPathError) {
    guard text.utf8.count <= Self.textBytesMax else {
      throw JSONPathError.tooLong(maximum: Self.textBytesMax)
    }
    let bytes = Array(text.utf8)
    let components = bytes.first == ASCII.slash ? try Self.pointer(bytes) : try Self.dotted(bytes)
    guard components.count <= Self.componentsMax else {
      throw JSONPathError.tooManyComponents(maximum: Self.componentsMax)
    }
    self.init(components: components)
  }

  /// A path of the given steps.
  package init(components: [Component]) {
    self.components = components
  }

  /// The keys of the steps.
  package var keys: [String] { components.map { String(decoding: $0.key, as: UTF8.self) } }

  /// The keys before the first index, which one pass over a text can find, and the rest of the
  /// path.
  package var splitAtIndex: (keys: JSONPath, rest: JSONPath) {
    let end = components.firstIndex { $0.index != nil } ?? components.endIndex
    return (
      JSONPath(components: Array(components[..<end])),
      JSONPath(components: Array(components[end...]))
    )
  }

  /// The path that continues with the steps of another one.
  package func appending(_ path: JSONPath) -> JSONPath {
    JSONPath(components: components + path.components)
  }

  /// The dotted spelling; a pointer where the dotted one would mean another path. It parses back
  /// to the same path.
  package var description: String {
    let isDotted =
      components.first?.key.first != ASCII.slash
      && components.allSatisfy {
        $0 == Component(dotted: $0.key) && !$0.key.isEmpty
          && !Self.annotationNamespaces.contains($0.key)
      }
    return isDotted
      ? keys.map(JSONFields.escaped).joined(separator: ".")
      : String(decoding: pointerText, as: UTF8.self)
  }
}

/// The reason why a text is rejected as a path.
package enum JSONPathError: Error, Equatable, Sendable {
  /// More bytes than a path's text may have.
  case tooLong(maximum: Int)
  /// More steps than a path may have.
  case tooManyComponents(maximum: Int)
  /// A backslash at the end.
  case danglingEscape(offset: Int)
  /// A tilde in a pointer that neither 0 nor 1 follows.
  case invalidPointerEscape(offset: Int)
  /// Nothing before, between or after the dots; the offset is where a key should start.
  case emptyComponent(offset: Int)

  /// The requirement on a key path, worded to follow "expected".
  package var expectation: String {
    switch self {
    case .tooLong(let maximum): "a key path of at most \(maximum) bytes"
    case .tooManyComponents(let maximum): "a key path of at most \(maximum) components"
    case .danglingEscape(let offset): "a key path without a lone backslash (at byte \(offset))"
    case .invalidPointerEscape(let offset):
      "a JSON Pointer with only ~0 and ~1 after a tilde (at byte \(offset))"
    case .emptyComponent(let offset): "a key path without an empty name (at byte \(offset))"
    }
  }
}

extension JSONPath {
  /// The prefixes of OData and SensorThings annotations; the dot after them is a part of the name
  /// (OData JSON Format 4.01, section 4.6).
  private static let annotationNamespaces = [Array("@odata".utf8), Array("@iot".utf8)]

  private static func dotted(_ bytes: [UInt8]) throws(JSONPathError) -> [Component] {
    if bytes.isEmpty { return [] }
    var components: [Component] = []
    var key: [UInt8] = []
    var keyStart = 0
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == ASCII.dot, !annotationNamespaces.contains(key) {
        guard !key.isEmpty else { throw JSONPathError.emptyComponent(offset: keyStart) }
        components.append(Component(dotted: key))
        key = []
        keyStart = offset + 1
      } else if byte == ASCII.backslash {
        guard offset + 1 < bytes.count else {
          throw JSONPathError.danglingEscape(offset: offset)
        }
        let next = bytes[offset + 1]
        if next == ASCII.dot || next == ASCII.backslash { offset += 1 }
        key.append(bytes[offset])
      } else {
        key.append(byte)
      }
      offset += 1
    }
    guard !key.isEmpty else { throw JSONPathError.emptyComponent(offset: keyStart) }
    components.append(Component(dotted: key))
    return components
  }

  private static func pointer(_ bytes: [UInt8]) throws(JSONPathError) -> [Component] {
    var components: [Component] = []
    var key: [UInt8] = []
    var offset = 1
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == ASCII.slash {
        components.append(Component(pointer: key))
        key = []
      } else if byte == ASCII.tilde {
        switch offset + 1 < bytes.count ? bytes[offset + 1] : 0 {
        case ASCII.zero: key.append(ASCII.tilde)
        case ASCII.zero + 1: key.append(ASCII.slash)
        default: throw JSONPathError.invalidPointerEscape(offset: offset)
        }
        offset += 1
      } else {
        key.append(byte)
      }
      offset += 1
    }
    components.append(Component(pointer: key))
    return components
  }

  private var pointerText: [UInt8] {
    var text: [UInt8] = []
    for component in components {
      text.append(ASCII.slash)
      for byte in component.key {
        switch byte {
        case ASCII.tilde: text.append("~0")
        case ASCII.slash: text.append("~1")
        default: text.append(byte)
        }
      }
    }
    return text
  }
}

extension JSONPath.Component {
  /// The step of a dotted path: negative numbers are indexes too.
  init(dotted key: [UInt8]) {
    let isNegative = key.first == ASCII.minus
    let size = Self.wholeNumber(isNegative ? key.dropFirst() : key[...])
    if isNegative {
      self.init(key: key, index: size.flatMap { $0 == 0 ? nil : -$0 })
    } else {
      self.init(key: key, index: size)
    }
  }

  /// The step of a pointer: indexes as in RFC 6901 section 4.
  init(pointer key: [UInt8]) {
    self.init(key: key, index: Self.wholeNumber(key[...]))
  }

  /// The number that the digits make; nil for leading zeros and what does not fit.
  private static func wholeNumber(_ digits: ArraySlice<UInt8>) -> Int? {
    guard let first = digits.first, first != ASCII.zero || digits.count == 1,
      digits.count <= 19, digits.allSatisfy(ASCII.isDigit)
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
