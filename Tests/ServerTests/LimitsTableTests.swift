import Foundation
import HTTP
import JSON
import Mapping
import Pagination
import RPC
import Store
import Testing

@testable import Server
@testable import Sessions

/// The tables of limits in the two READMEs say what the code does.
struct LimitsTableTests {
  /// The rows of a table: what stands in the first column, and in the second.
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

  @Test func theReadmeNamesTheLimitsThatHold() throws {
    let settings = try Self.settings()
    let http = settings.fetching.http
    let count = Self.count
    let expected = [
      "bytes of a message": Self.bytes(Self.limits.messages.messageBytesMax),
      "bytes of a header block": Self.bytes(Self.limits.messages.headerBytesMax),
      "nesting of JSON, in messages and responses": count(Self.limits.messages.depthMax),
      "messages in a batch": count(Self.limits.messages.batchMessagesMax),
      "unanswered requests and unsent answers":
        Self.bytes(Self.limits.messages.backlogBytesMax) + ", then reading stops",
      "answering after the end of input": Self.seconds(Self.limits.messages.drainSecondsMax),
      "open paginators": count(Self.limits.sessions.paginatorsMax),
      "queued loads of a paginator": count(Self.limits.sessions.waitingLoadsMax),
      "bytes of a response body, decoded": Self.bytes(http.responseBytesMax),
      "time of a request; of connecting":
        Self.seconds(Double(http.timeoutMilliseconds) / 1_000) + "; "
        + Self.seconds(Double(http.connectTimeoutMilliseconds) / 1_000),
      "retries; longest wait for one":
        "\(settings.fetching.http.retries); \(Self.seconds(settings.fetching.http.retryWaitSecondsMax))",
      "redirects": count(settings.fetching.redirectsMax),
      "requests at once: of a paginator; to a host; in all":
        "\(settings.fetching.concurrency); \(Self.limits.requests.connectionsPerHostMax); "
        + "\(Self.limits.requests.connectionsMax)",
      "requests waiting for a connection": count(Self.limits.requests.requestsWaitingMax),
      "pages held in memory, of a paginator": count(settings.limits.heldPagesMax),
      "empty pages in a row": count(settings.limits.emptyPagesMax),
      "items of one window": count(Self.limits.sessions.windowItemsMax),
      "bytes that a walk collects when it is not streamed": Self.bytes(
        Self.limits.sessions.collectedBytesMax),
      "bytes of a key path; its components":
        "\(count(JSONPath.textBytesMax)); \(count(JSONPath.componentsMax))",
      "response descriptors; mappings; members of a mapping":
        "\(count(MappingLimits.descriptorsMax)); \(count(MappingLimits.mappingsMax)); "
        + count(MappingLimits.membersMax),
      "bytes of a page's mapped items; steps of mapping it":
        "\(Self.bytes(MappingLimits.mappedBytesMax)); \(count(MappingLimits.pageStepsMax))",
      "items of a page and values that are mapped of them": count(JSONPlan.listValuesMax),
      "memory of the settings of all paginators":
        Self.bytes(Self.limits.sessions.settingsBytesMax),
      "issues of a page; warnings of a state":
        "\(count(MappingLimits.issuesMax)); \(count(RemoteCollection.warningsMax))",
      "bytes of a checkpoint": Self.bytes(Checkpoint.textBytesMax),
      "items that a walk knows again, by `identity`": count(PageRun.identitiesMax),
      "bytes of a recording": "500 MiB",
    ]
    #expect(try Self.rows(of: "protocol/limits.md", from: "# Limits") == expected)
    #expect(JSONDocument.depthMaxDefault == Self.limits.messages.depthMax)
  }

  @Test func theProtocolNamesTheLimitsThatHold() throws {
    let settings = try Self.settings()
    let count = Self.count
    let expected = [
      "bytes of a message": Self.bytes(Self.limits.messages.messageBytesMax)
        + " (`--message-bytes-max`)",
      "bytes of the answer to a batch": "the same",
      "messages of a batch": count(Self.limits.messages.batchMessagesMax),
      "depth of a message": count(Self.limits.messages.depthMax),
      "bytes of unanswered requests and unsent answers": Self.bytes(
        Self.limits.messages.backlogBytesMax),
      "time for what is unanswered at the end of input": Self.seconds(
        Self.limits.messages.drainSecondsMax),
      "files of SQLite that are written to at once; that stay open":
        "\(count(Self.limits.files.threadsMax)); \(count(Self.limits.files.openFilesMax))",
      "time to store the last pages at the end": Self.seconds(Self.limits.closingSecondsMax),
      "open paginators": count(Self.limits.sessions.paginatorsMax),
      "waiting loads of one paginator": count(Self.limits.sessions.waitingLoadsMax),
      "pages requested ahead of loads":
        "\(count(PrefetchSettings.pagesMax)) (`prefetch.pages`)",
      "bytes of a response":
        Self.bytes(settings.fetching.http.responseBytesMax) + " (`fetching.responseBytesMax`)",
      "bytes of a response's headers, 1xx responses included": "256 KiB; one line 100 KiB",
      "bytes of the trailers behind a chunked body": "64 KiB; one line 4 KiB",
      "bytes of a file of certificates":
        Self.bytes(CertificateFile.bytesMax) + " (`fetching.caFile`)",
      "depth of a response": count(JSONDocument.depthMaxDefault),
      "response descriptors, mappings, members of a mapping":
        "\(count(MappingLimits.descriptorsMax)), \(count(MappingLimits.mappingsMax)), "
        + count(MappingLimits.membersMax),
      "key path":
        "\(count(JSONPath.textBytesMax)) bytes, \(count(JSONPath.componentsMax)) keys",
      "items of a window": count(Self.limits.sessions.windowItemsMax),
      "memory of the settings of all paginators":
        Self.bytes(Self.limits.sessions.settingsBytesMax),
      "items of a page, and values that are mapped of them": count(JSONPlan.listValuesMax),
      "bytes of a page's mapped items": Self.bytes(MappingLimits.mappedBytesMax),
      "steps of mapping a page": count(MappingLimits.pageStepsMax),
      "bytes of a walk without a partialResultToken": Self.bytes(
        Self.limits.sessions.collectedBytesMax),
      "bytes of a checkpoint": Self.bytes(Checkpoint.textBytesMax),
      "issues of a page": count(MappingLimits.issuesMax),
      "warnings of a state": count(RemoteCollection.warningsMax),
      "bytes of a recording": "500 MiB",
      "characters of an error's `body`": count(SessionError.bodyCharactersMax),
      "characters of an error's `message`; of a name in it; of `path`":
        "\(count(ShownText.sentenceCharactersMax)); \(ShownText.nameCharactersMax); "
        + count(ShownText.pathCharactersMax),
      "bytes of a `paginatorId`; of a header's name; of `store.path`":
        "\(count(Call.idBytesEnd - 1)); \(count(RequestTemplate.headerNameBytesMax)); "
        + count(StoreParams.pathBytesMax),
    ]
    #expect(try Self.rows(of: "protocol/README.md", from: "## 22. Limits") == expected)
  }
}
