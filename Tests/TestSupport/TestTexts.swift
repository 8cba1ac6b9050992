package import JSON

/// The value of a JSON text.
package func json(_ text: String) throws -> JSONValue {
  let document = try JSONDocument(Array(text.utf8))
  return document.value(document.root)
}

/// A JSON text of another kind than the test expects.
package struct NotAnObject: Error {
  package let text: String
}

/// The members of a JSON text that is an object.
package func object(_ text: String) throws -> JSONObject {
  guard let object = try json(text).objectValue else { throw NotAnObject(text: text) }
  return object
}
