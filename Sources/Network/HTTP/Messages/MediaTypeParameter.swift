import Text

/// A parameter of a media type: `header` of `text/csv; header="absent"`.
package enum MediaTypeParameter {
  /// The value in lower case, without quotes; nil if the media type lacks the parameter.
  package static func value(of name: String, in contentType: String) -> String? {
    contentType.utf8.split(separator: UInt8(ascii: ";")).dropFirst().lazy
      .compactMap { parameter -> String? in
        guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")),
          ASCII.equalsIgnoringCase(String(Substring(parameter[..<equals])).trimmingBlanks, name)
        else { return nil }
        let value = parameter[parameter.index(after: equals)...].trimmed { byte in
          byte <= ASCII.space || byte == ASCII.quote || byte == UInt8(ascii: "'")
        }
        return ASCII.lowercased(String(Substring(value)))
      }.first
  }
}
