import Text

/// One request as it arrived. Tests read of it what a client really sent.
package struct SampleRequest: Sendable {
  package let method: String
  /// As in the request line, percent-encoding and all.
  package let target: String
  /// In order, spelled as they were sent, duplicates and credentials included.
  package let headers: [(name: String, value: String)]
  package internal(set) var body: [UInt8] = []

  /// Takes the head of a request apart, without its empty line; nil for anything else.
  init?(head: ArraySlice<UInt8>) {
    let lines = head.split(separator: ASCII.lineFeed)
      .map { $0.last == ASCII.carriageReturn ? $0.dropLast() : $0 }
    let words = (lines.first ?? []).split(separator: ASCII.space).map(Self.text)
    guard words.count == 3, words[2] == "HTTP/1.1" else { return nil }
    (method, target) = (words[0], words[1])
    headers = lines.dropFirst().map { line in
      let colon = line.firstIndex(of: ASCII.colon) ?? line.endIndex
      let value = line[colon...].dropFirst().drop { $0 == ASCII.space }
      return (Self.text(line[..<colon]), Self.text(value))
    }
  }

  /// The value of the first header field with this name, in any case; nil if there is none.
  package func header(_ name: String) -> String? {
    headers.first { field in
      field.name.utf8.count == name.utf8.count
        && zip(field.name.utf8, name.utf8).allSatisfy {
          ASCII.lowercased($0) == ASCII.lowercased($1)
        }
    }?.value
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
