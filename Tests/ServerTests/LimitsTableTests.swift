import Foundation
import HTTP
import JSON
import Mapping
import Pagination
import RPC
import Series
import Store
import Testing
import Text

@testable import Server
@testable import Sessions

/// The table in protocol/limits.md says what the code does.
struct LimitsTableTests {
  /// The second column of a table, by the first.
  static func rows(of file: String, from heading: String) throws -> [String: String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
    let part = try #require(text.components(separatedBy: "\n\(heading)\n").last)
    let section = try #require(part.components(separatedBy: "\n## ").first)
    var rows: [String: String] = [:]
    for line in section.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.components(separatedBy: " | ")
      let name = cells[0].dropFirst(2)
      if name.hasPrefix("---") || ["limit", "what"].contains(name) { continue }
      rows[String(name)] = cells[1].trimmingCharacters(in: CharacterSet(charactersIn: " |"))
    }
    return rows
  }

  /// A number as the tables spell it: `4,096`.
  static func count(_ number: Int) -> String {
    var text = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.insert(",", at: text.startIndex) }
      text.insert(digit, at: text.startIndex)
    }
    return text
  }

  /// Bytes as the tables spell them: `64 MiB`.
  static func bytes(_ number: Int) -> String {
    for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)] where number >> shift > 0 {
      return number % (1 << shift) == 0 ? "\(number >> shift) \(unit)" : count(number)
    }
    return count(number)
  }

  static func seconds(_ number: Double) -> String { "\(Int(number)) s" }

  static func settings() throws -> SessionSettings {
    var fields = JSONFields(["url": "http://127.0.0.1/"])
    return try SessionSettings(&fields)
  }

  static let limits = Limits()

  @Test func thePageNamesTheLimitsThatHold() throws {
    let settings = try Self.settings()
    let http = settings.fetching.http
    let (messages, sessions) = (Self.limits.messages, Self.limits.sessions)
    let (count, bytes, seconds) = (Self.count, Self.bytes, Self.seconds)
    let expected = [
      "bytes of a message": bytes(messages.messageBytesMax),
      "bytes of the response to a batch": "the same",
      "bytes of a header block": bytes(messages.headerBytesMax),
      "messages in a batch": count(messages.batchMessagesMax),
      "nesting of JSON, in messages and responses": count(messages.depthMax),
      "unanswered requests and unsent responses": bytes(messages.backlogBytesMax),
      "responses after the end of input": seconds(messages.drainSecondsMax),
      "SQLite files that are written to at once; that stay open":
        "\(count(Self.limits.files.threadsMax)); \(count(Self.limits.files.openFilesMax))",
      "storing the last pages at the end": seconds(Self.limits.closingSecondsMax),
      "open paginators": count(sessions.paginatorsMax),
      "memory of the settings of all paginators": bytes(sessions.settingsBytesMax),
      "queued loads of a paginator": count(sessions.waitingLoadsMax),
      "pages requested ahead of loads": count(PrefetchSettings.pagesMax),
      "requests at once: of a paginator; to a host; in all":
        "\(settings.fetching.concurrency); \(Self.limits.requests.connectionsPerHostMax); "
        + "\(Self.limits.requests.connectionsMax)",
      "requests waiting for a connection": count(Self.limits.requests.requestsWaitingMax),
      "time of a request; of connecting":
        seconds(Double(http.timeoutMilliseconds) / 1_000) + "; "
        + seconds(Double(http.connectTimeoutMilliseconds) / 1_000),
      "retries; longest wait for one": "\(http.retries); \(seconds(http.retryWaitSecondsMax))",
      "redirects": count(settings.fetching.redirectsMax),
      "bytes of a response body, decoded": bytes(http.responseBytesMax),
      "bytes of a response's headers, 1xx responses included": "256 KiB; one line 100 KiB",
      "bytes of the trailers after a chunked body": "64 KiB; one line 4 KiB",
      "bytes of a file of certificates": bytes(CertificateFile.bytesMax),
      "response descriptors; mappings; members of a mapping":
        "\(count(MappingLimits.descriptorsMax)); \(count(MappingLimits.mappingsMax)); "
        + count(MappingLimits.membersMax),
      "bytes of a key path; its keys":
        "\(count(JSONPath.textBytesMax)); \(count(JSONPath.componentsMax))",
      "items of a page, and values that are mapped of them": count(JSONPlan.listValuesMax),
      "items of a page that have less than \(JSONPlan.elementBytesMin) bytes each on the average":
        count(JSONPlan.anyElementsMax),
      "bytes of rows with the names of their columns (`rows@columns`)": bytes(
        http.responseBytesMax),
      "bytes of a page's items with the value of their list (`--keep`)":
        "\(ItemStamp.bytesPerByte) times the page's, and \(bytes(ItemStamp.bytesMin))",
      "bytes of a page's mapped items; steps of mapping it":
        "\(bytes(MappingLimits.mappedBytesMax)); \(count(MappingLimits.pageStepsMax))",
      "items of one window": count(sessions.windowItemsMax),
      "pages held in memory, of a paginator": count(settings.limits.heldPagesMax),
      "requests held for `paginator/requests`; their bytes; those of a body":
        "\(settings.limits.heldRequestsMax), at most 1,000; 16 MiB; 32 KiB",
      "pages of a list within an item": count(InnerRun.pagesMax),
      "empty pages in a row": count(settings.limits.emptyPagesMax),
      "bytes that a walk collects when it is not streamed": bytes(sessions.collectedBytesMax),
      "items that a walk recognizes, by `identity`": count(ItemMemory.digestsMax),
      "bytes of a checkpoint": bytes(Checkpoint.textBytesMax),
      "issues of a page; warnings of a state":
        "\(count(MappingLimits.issuesMax)); \(count(PagedList.warningsMax))",
      "bytes of a recording": "500 MiB",
      "characters of an error's `body`": count(SessionError.bodyCharactersMax),
      "characters of an error's `message`; of a name in it; of `path`":
        "\(count(ShownText.sentenceCharactersMax)); \(ShownText.nameCharactersMax); "
        + count(ShownText.pathCharactersMax),
      "bytes of a `paginatorId`; of a header's name; of `store.path`":
        "\(count(Call.idBytesEnd - 1)); \(count(RequestTemplate.headerNameBytesMax)); "
        + count(StoreParams.pathBytesMax),
    ]
    #expect(try Self.rows(of: "protocol/limits.md", from: "# Limits") == expected)
    #expect(JSONDocument.depthMaxDefault == messages.depthMax)
  }
}
