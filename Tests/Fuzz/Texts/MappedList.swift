import JSON
import Mapping

/// A list as a mapping gives it out.
enum MappedList {
  /// The text of each item of a body that is a list.
  static func items(
    of body: JSONValue, by params: JSONObject
  ) throws(JSONFieldError) -> [[UInt8]] {
    var fields = JSONFields(params)
    let mapping = try ResponseMapping(&fields)
    return items(of: body, by: mapping)
  }

  /// The same for a mapping that is used more than once.
  static func items(of body: JSONValue, by mapping: ResponseMapping) -> [[UInt8]] {
    var writer = JSONWriter()
    writer.value(body)
    var plan = JSONPlan()
    for list in mapping.lists {
      _ = plan.captureList(list.path, elementPaths: list.elementPaths)
    }
    guard let scan = try? JSONDocument.scan(writer.bytes, plan: plan),
      case .items(let lists, _) = mapping.select(path: "/", method: "GET", status: 200),
      let mapped = try? mapping.map(
        scan, lists: lists,
        context: SourceContext(
          page: 1, status: 200, requestURL: "http://h/", header: { _ in nil },
          resolveURL: { _ in nil }))
    else { return [] }
    return mapped.items.map { Array(mapped.bytes[$0]) }
  }
}
