import Foundation
import JSON
import Testing

/// protocol/openrpc.json and the server say the same.
struct DocumentTests {
  static let document: JSONValue = {
    guard let text = try? Built.text("protocol/openrpc.json"),
      let document = try? JSONDocument(Array(text.utf8))
    else { return .null }
    return document.value(document.root)
  }()

  /// A method as the document describes it.
  struct Method: CustomTestStringConvertible, Sendable {
    let entry: JSONValue

    var name: String { entry["name"]?.stringValue ?? "" }

    var testDescription: String { name }
  }

  static let methods = (document["methods"]?.arrayValue ?? []).map(Method.init)

  static func params(_ method: Method) -> [String] {
    (method.entry["params"]?.arrayValue ?? []).map { param in
      if let name = param["name"]?.stringValue { return name }
      let reference = param["$ref"]?.stringValue ?? ""
      let key = reference.split(separator: "/").last.map(String.init) ?? ""
      return document["components"]?["contentDescriptors"]?[key]?["name"]?.stringValue ?? key
    }
  }

  @Test func theServerGivesTheDocumentItself() throws {
    let server = try ServerProcess(.headers)
    let answer = try server.ask("rpc.discover", .null)
    #expect(answer["result"] == DocumentTests.document)
    #expect(server.finish() == 0)
  }

  @Test func theServerAndTheDocumentHaveTheSameMethods() throws {
    let server = try ServerProcess(.lines)
    let answer = try server.ask("initialize", ["processId": .null, "capabilities": [:]])
    let served = answer["result"]?["capabilities"]?["paginator"]?["methods"]?.arrayValue ?? []
    let written = DocumentTests.methods.map(\.name).filter { $0 != "rpc.discover" }
    #expect(Set(served.compactMap(\.stringValue)) == Set(written))
    #expect(written.count >= 19)
    #expect(server.finish() == 0)
  }

  @Test(arguments: methods)
  func everyParamOfTheDocumentIsKnownAndNoOther(method: Method) throws {
    let server = try ServerProcess(.lines)
    let name = method.name
    for (number, param) in DocumentTests.params(method).enumerated() {
      let answer = try server.ask(name, .object([param: .null]), id: number)
      let isUnknown = answer["error"]?["message"]?.stringValue?.contains("no field") == true
      #expect(!isUnknown, "\(name) does not know \(param)")
    }
    var params: JSONObject = ["zzz": 1]
    for required in (method.entry["params"]?.arrayValue ?? []) {
      guard required["required"]?.booleanValue == true, let key = required["name"]?.stringValue
      else { continue }
      params[key] = ["index", "page", "start", "count"].contains(key) ? 1 : "x"
    }
    if name == "paginator/open" || name == "paginator/detect" {
      params["url"] = "http://127.0.0.1:9/"
    }
    let answer = try server.ask(name, .object(params), id: 99)
    #expect(answer["error"]?["data"]?["path"]?.stringValue == "zzz", "\(name): \(answer)")
    #expect(server.finish() == 0)
  }

  @Test func everyReferenceLeadsSomewhere() {
    func check(_ value: JSONValue) {
      switch value {
      case .object(let object):
        if let reference = object["$ref"]?.stringValue, reference.hasPrefix("#/") {
          var place: JSONValue? = DocumentTests.document
          for step in reference.dropFirst(2).split(separator: "/") { place = place?[String(step)] }
          #expect(place != nil, "\(reference) leads nowhere")
        }
        for (_, member) in object.members { check(member) }
      case .array(let elements): elements.forEach(check)
      default: break
      }
    }
    check(DocumentTests.document)
  }
}
