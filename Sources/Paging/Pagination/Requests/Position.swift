package import HTTP
import JSON

/// The location of a page: the part of its request that differs from the request as opened.
package enum Position: Sendable, Hashable {
  /// The request as opened, without any token.
  case start
  /// A page whose place is arithmetic on its number (`page`, `offset`, `range`).
  case computed
  /// A link from the API, used as it is.
  case link(PageLink)
  /// A token from the API and the values sent with it.
  case token(PageToken)

  /// True if a page of the API gave the position.
  package var isNamed: Bool {
    switch self {
    case .start, .computed: false
    case .link, .token: true
    }
  }
}

/// A request that the API itself gave for another page.
package struct PageLink: Sendable, Hashable {
  /// Absolute.
  package var url: String
  /// nil: the method of the opened request.
  package var method: String?
  /// In addition to the headers of the opened request.
  package var headers: [HTTPField] = []
  /// JSON text; nil: the body of the opened request where the method is the same, else none.
  package var body: [UInt8]?
  /// The body's members are put over those of the opened one (STAC's `merge`).
  package var mergesBody = false
}

extension PageLink {
  /// A link with nothing but its method.
  package init(url: String, method: String?) {
    self.init(url: url, method: method, headers: [])
  }
}

/// A token with its target, as JSON texts so that no digit and no spelling is lost.
package struct PageToken: Sendable, Hashable {
  /// Names (dots nest where they go into a body) with the JSON text of their values, in order.
  package var members: [Member]
  /// True when the token leads to the previous page; a token may have another parameter backwards.
  package var isPrevious: Bool

  /// A parameter's name and the JSON text of its value.
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: [UInt8]

    package init(_ name: String, _ value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// A token that is a text.
  init(_ name: String, text: String) {
    self.init(members: [Member(name, JSONValue.string(text).bytes)])
  }

  package init(members: [Member], isPrevious: Bool = false) {
    self.members = members
    self.isPrevious = isPrevious
  }
}
