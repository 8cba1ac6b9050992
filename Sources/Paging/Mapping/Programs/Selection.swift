package import JSON

/// The descriptors that apply to a response.
package enum Selection: Sendable {
  /// The items are in these lists. Descriptors with an `errorMessage` apply too: where one of
  /// the paths `unlessMessages` holds a message, the response is an error in spite of its 2xx.
  case items([SelectedList], unlessMessages: [JSONPath])
  /// The response is an error; its messages are at these paths.
  case errorMessage([JSONPath])
  /// No descriptor applies. `statusRefused`: true because of the status (`httpStatus`); otherwise
  /// the response is a 2xx, and no descriptor has its path or method (`itemsNotFound`).
  case none([DescriptorMismatch], statusRefused: Bool)
}

/// One list of items that a response has, and the descriptor that reads it.
package struct SelectedList: Sendable {
  /// The number of the list in `ResponseMapping.lists`.
  package let list: Int
  /// The key path as the descriptor spells it: its name in `results`.
  package let keyPath: String
  /// The number of the descriptor; one after the given ones for `itemsPath`.
  package let descriptor: Int
  /// The values of the path pattern's parameters, percent-decoded.
  package let pathArguments: [String: String]
}

/// The conditions of a descriptor, each true if the response meets it.
package struct DescriptorMismatch: Sendable, Equatable {
  /// The number of the descriptor; one after the given ones for `itemsPath`.
  package let index: Int
  package let path: Bool
  package let method: Bool
  package let status: Bool

  /// The result as clients see it.
  package var json: JSONValue {
    [
      "index": .integer(index), "path": .boolean(path), "method": .boolean(method),
      "status": .boolean(status),
    ]
  }
}
