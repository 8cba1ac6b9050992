import Authentication
import Foundation
import JSON
import Testing

@testable import Commands

/// The page for the browser.
struct HTMLTableTests {
  static func page(_ names: [String], _ rows: [[String]], title: String = "Items") throws -> String
  {
    let table = HTMLTable(title: title)
    var bytes: [UInt8] = []
    table.append(header: names, to: &bytes)
    for row in rows {
      let document = try JSONDocument(JSONValue.array(row.map { .string($0) }).bytes)
      let cells = Array(document.elements(of: document.root))
      table.append(cells, Array(cells.indices), of: document, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self) + HTMLTable.tail
  }

  static let hostile = "</td><script>alert(1)</script>\" onclick='x' & \u{0}"

  @Test func whatComesFromOutsideIsEscaped() throws {
    let page = try Self.page([Self.hostile], [[Self.hostile]], title: Self.hostile)
    let escaped =
      "&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot; onclick=&#39;x&#39; &amp; \u{FFFD}"
    #expect(page.components(separatedBy: escaped).count == 5)
    #expect(page.components(separatedBy: "<script>").count == 2)
  }

  @Test(arguments: [
    ("https://h/a?b=1&c=\"2", true), ("http://h/", true), ("javascript:alert(1)", false),
    ("see https://h/", false), ("https://h/ and more", false),
  ])
  func onlyWholeURLsAreLinks(text: String, isLink: Bool) throws {
    let page = try Self.page(["url"], [[text]])
    #expect(page.contains("<a href=\"\(HTMLTable.escaped(text))\"") == isLink)
  }

  /// The policy lets in the style and the script of the page and nothing else.
  @Test(arguments: [("style-src", "style"), ("script-src", "script")])
  func thePolicyKnowsTheDigests(directive: String, tag: String) throws {
    let page = try Self.page(["id"], [["1"]])
    let text = try #require(
      page.components(separatedBy: "<\(tag)>").last?.components(separatedBy: "</\(tag)>").first)
    let digest = Data(SHA256.digest(Array(text.utf8))).base64EncodedString()
    #expect(page.contains("\(directive) 'sha256-\(digest)'"))
    #expect(page.contains("default-src 'none'"))
  }

  @Test func aPageWithoutItemsIsWhole() {
    let page = HTMLTable(title: "none").empty
    #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
    #expect(page.contains("No items."))
  }
}
