import JSON
import Mapping
import TestSupport
import Testing

/// A mapping of open params that are written as JSON.
func mapping(_ params: String) throws -> ResponseMapping {
  var fields = JSONFields(try object(params))
  let mapping = try ResponseMapping(&fields)
  try fields.finish()
  return mapping
}

/// The error of open params that are refused.
func openError(_ params: String) throws -> JSONFieldError? {
  do {
    _ = try mapping(params)
    return nil
  } catch let error as JSONFieldError {
    return error
  }
}

/// What a response is about, beside its body.
struct Exchange {
  var path = "/articles"
  var method = "GET"
  var status = 200
  var page = 3
  var headers = ["content-type": "application/json", "date": "Mon, 11 May 2009 14:39:22 GMT"]

  var context: SourceContext {
    let headers = headers
    return SourceContext(
      page: page, status: status, requestURL: "https://api.example.com\(path)?page=3",
      header: { headers[$0.lowercased()] },
      resolveURL: {
        $0.contains(" ") ? nil : $0.hasPrefix("/") ? "https://api.example.com" + $0 : $0
      })
  }
}

/// The pass over a body with the lists that a mapping wants.
func scan(_ mapping: ResponseMapping, _ body: String) throws -> JSONScan {
  var plan = JSONPlan()
  for list in mapping.lists {
    _ = plan.captureList(list.path, elementPaths: list.elementPaths)
  }
  return try JSONDocument.scan(Array(body.utf8), plan: plan)
}

/// The lists that the descriptors select.
func selectedLists(
  _ mapping: ResponseMapping, _ exchange: Exchange = Exchange()
) throws -> [SelectedList] {
  let selection = mapping.select(
    path: exchange.path, method: exchange.method, status: exchange.status)
  guard case .items(let lists, _) = selection else {
    throw UnexpectedSelection(selection: selection)
  }
  return lists
}

struct UnexpectedSelection: Error {
  let selection: Selection
}

/// Everything that a mapping makes of a body.
func mapped(
  _ params: String, _ body: String, _ exchange: Exchange = Exchange()
) throws -> MappedItems {
  let mapping = try mapping(params)
  return try mapping.map(
    scan(mapping, body), lists: selectedLists(mapping, exchange), context: exchange.context)
}

/// The items' texts in brackets.
func items(
  _ params: String, _ body: String, _ exchange: Exchange = Exchange()
) throws -> String {
  "[" + String(decoding: try mapped(params, body, exchange).bytes, as: UTF8.self) + "]"
}

/// What one mapping makes of a list of items.
func items(mapping: String, of list: String) throws -> String {
  try items(#"{"responseDescriptors": [{"mapping": \#(mapping)}]}"#, list)
}

/// What one mapping with more mappings beside it makes of a list of items.
func items(mapping: String, beside mappings: String, of list: String) throws -> String {
  try items(
    #"{"responseDescriptors": [{"mapping": \#(mapping)}], "mappings": \#(mappings)}"#, list)
}

extension JSONValue {
  /// What issues call its kind.
  var kindName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
