import Text

/// A text in which `:perPage`, `:currentPage`, `:offset`, `:endOffset`, `:lastOffset`, `:pageCount`,
/// `:objectCount` and `:cursor` stand for values of the paginator.
///
/// `https://h:8080/a?n=:perPage&page=:currentPage` with 25 and 3 renders
/// `https://h:8080/a?n=25&page=3`. `\:` is a literal colon; a colon that is not followed by one of
/// the names is literal. Two parameters need a literal between them.
package struct URLPattern: Sendable, Hashable {
  /// A parameter that a pattern can hold; the raw values are the names on the wire.
  package enum Parameter: String, Sendable, CaseIterable {
    case perPage, currentPage, offset, pageCount, objectCount, cursor
    /// The offset after the page's last item, and that of the last item.
    case endOffset, lastOffset
  }

  /// One stretch of a pattern.
  package enum Part: Sendable, Hashable {
    case literal(String)
    case parameter(Parameter)
  }

  /// The text as it was given.
  package let text: String
  package let parts: [Part]

  /// Throws where nothing is between two parameters.
  package init(_ text: String) throws(AdjacentParameters) {
    self.text = text
    var parts: [Part] = []
    var literal: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == ASCII.backslash, index + 1 < bytes.count, bytes[index + 1] == ASCII.colon {
        literal.append(ASCII.colon)
        index += 2
      } else if bytes[index] == ASCII.colon,
        let parameter = URLPattern.parameter(in: bytes[(index + 1)...])
      {
        if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
        if literal.isEmpty, case .parameter(let before)? = parts.last {
          throw AdjacentParameters(first: before.rawValue, second: parameter.rawValue)
        }
        literal = []
        parts.append(.parameter(parameter))
        index += 1 + parameter.rawValue.utf8.count
      } else {
        literal.append(bytes[index])
        index += 1
      }
    }
    if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
    self.parts = parts
  }

  /// True when a text, read as a pattern, matches only itself.
  package static func isLiteral(_ text: String) -> Bool {
    !text.utf8.contains(ASCII.colon) || (try? URLPattern(text))?.isLiteral == true
  }

  /// True when the pattern holds any of the parameters.
  package func contains(_ parameters: Parameter...) -> Bool {
    parts.contains { part in
      if case .parameter(let parameter) = part { parameters.contains(parameter) } else { false }
    }
  }

  /// True when there is nothing to replace.
  package var isLiteral: Bool {
    parts.allSatisfy { if case .literal = $0 { true } else { false } }
  }

  /// The only parameter of a pattern that is nothing but it.
  package var soleParameter: Parameter? {
    if parts.count == 1, case .parameter(let parameter)? = parts.first { parameter } else { nil }
  }

  /// The text with each parameter replaced; a value that is unknown renders as nothing.
  package func render(_ value: (Parameter) -> String?) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .parameter(let parameter): text += value(parameter) ?? ""
      }
    }
    return text
  }

  /// The parameter whose name the bytes begin with.
  private static func parameter(in bytes: ArraySlice<UInt8>) -> Parameter? {
    let name = bytes.prefix { ASCII.isWord($0) }
    return Parameter.allCases.first { $0.rawValue.utf8.elementsEqual(name) }
  }
}

/// The error of a pattern with nothing between two parameters.
package struct AdjacentParameters: Error, Sendable, Equatable {
  let first: String
  let second: String
}
