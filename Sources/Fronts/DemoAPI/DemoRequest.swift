import Text

/// One request, as far as the lists read it.
struct DemoRequest {
  let method: String
  let path: String
  /// No other request can follow on the connection.
  let closes: Bool
  /// `http://127.0.0.1:8080`, as the client names the server.
  private let origin: String
  private let members: [QueryString.Member]

  /// Items of a page; a larger size is lowered to this.
  static let pageItemsMax = 1000
  private static let pageItemsDefault = 25

  /// Takes the head of a request apart, without its empty line; nil for anything else.
  init?(head: ArraySlice<UInt8>) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, words[1].hasPrefix("/"), words[2].hasPrefix("HTTP/1.") else {
      return nil
    }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      fields[ASCII.lowercased(String(parts[0]))] = String(parts[1].drop { $0 == " " })
    }
    let target = words[1].split(separator: "?", maxSplits: 1)
    method = String(words[0])
    path = PercentCoding.decode(String(target[0]))
    members = target.count > 1 ? QueryString.parse(String(target[1])) : []
    origin = "http://" + (fields["host"] ?? "127.0.0.1")
    // A body would be taken for the next request.
    closes = fields["connection"] == "close" || fields["content-length"] ?? "0" != "0"
  }

  /// A parameter; nil where it is not there or has no value.
  func value(_ name: String) -> String? {
    members.last { $0.name == name }
      .map { PercentCoding.decode($0.rawValue ?? "", plusIsSpace: true) }
      .flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The same as a number from 0 up to a bound.
  func number(_ name: String, upTo bound: Int = .max) throws(DemoResponse) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = ASCII.number(text.utf8), number <= bound else {
      throw .invalid(name, bound == .max ? "a whole number" : "a number from 0 to \(bound)")
    }
    return number
  }

  /// The size of a page under the first of these names that is given.
  func size(_ names: [String]) throws(DemoResponse) -> Int {
    for name in names {
      if let size = try number(name) { return min(max(size, 1), Self.pageItemsMax) }
    }
    return Self.pageItemsDefault
  }

  /// The URL of the request with another page.
  func link(toPage number: Int) -> String {
    let page = QueryString.Member(name: "page", value: String(number))
    var changed = members
    if let place = changed.firstIndex(where: { $0.name == page.name }) {
      changed[place] = page
    } else {
      changed.append(page)
    }
    return origin + path + "?" + QueryString.join(changed)
  }
}
