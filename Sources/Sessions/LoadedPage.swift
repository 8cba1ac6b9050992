package import JSON
package import Mapping

/// A page as a load answers it.
package struct LoadedPage: Sendable {
  package let page: Int
  package let content: PageContent
  package let facts: ResponseFacts
  package let snapshot: SessionSnapshot
}

/// The items of one page: the bytes that came, and slices into them.
package struct PageContent: Sendable {
  /// nil: the body was empty.
  package let document: JSONDocument?
  /// Where the items stand in the document; under a mapping, where they came from.
  package let sources: [JSONSlice]
  /// The array as the API sent it, where it holds exactly the items.
  package let array: JSONSlice?
  /// nil: the items go out as they came.
  package let mapped: MappedItems?
  /// With several lists: their key paths and the indexes of their items.
  package let lists: [(keyPath: String, items: Range<Int>)]

  /// What did not fit the mapping.
  package var issues: [MappingIssue] { mapped?.issues ?? [] }

  package static let empty = PageContent(
    document: nil, sources: [], array: nil, mapped: nil, lists: [])

  package var count: Int { mapped?.items.count ?? sources.count }

  /// All items as a JSON array, spliced in without being copied where they came in one piece.
  package func appendItems(to fragments: inout JSONFragments) {
    if mapped == nil, let document, let array {
      fragments.append(document, range: array.range)
    } else {
      appendItems(0..<count, to: &fragments)
    }
  }

  /// Some of the items as a JSON array.
  package func appendItems(_ range: Range<Int>, to fragments: inout JSONFragments) {
    fragments.append([UInt8(ascii: "[")])
    appendElements(range, to: &fragments)
    fragments.append([UInt8(ascii: "]")])
  }

  /// Some of the items with commas between, spliced in where they stand side by side.
  func appendElements(_ range: Range<Int>, to fragments: inout JSONFragments) {
    guard !range.isEmpty else { return }
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    if let mapped {
      fragments.append(
        mapped.bytes, range: mapped.items[first].lowerBound..<mapped.items[last].upperBound,
        hasLineBreaks: document?.hasLineBreaks ?? false)
    } else if let document, array != nil {
      fragments.append(
        document, range: Int(sources[first].start)..<Int(sources[last].end))
    } else {
      var bytes: [UInt8] = []
      for index in range {
        if index > first { bytes.append(UInt8(ascii: ",")) }
        appendItem(index, to: &bytes)
      }
      fragments.append(bytes)
    }
  }

  /// The items after the first so many.
  func dropping(_ taken: Int) -> PageContent {
    PageContent(
      document: document, sources: Array(sources.dropFirst(taken)), array: nil,
      mapped: mapped?.dropping(taken), lists: [])
  }

  /// One item's JSON text, without line breaks outside of strings.
  package func appendItem(_ index: Int, to bytes: inout [UInt8]) {
    if let mapped {
      bytes += mapped.bytes[mapped.items[index]]
    } else if let document {
      let range = sources[index].range
      if document.hasLineBreaks {
        JSONCompaction.append(document.bytes, range, to: &bytes)
      } else {
        bytes += document.bytes[range]
      }
    }
  }
}

/// What a load's answer says of its response.
package struct ResponseFacts: Sendable, Equatable {
  package var status: Int
  /// Secrets masked.
  package var url: String
  /// Of the body, decoded.
  package var bytes: Int
  package var durationMilliseconds: Double
  package var attempts: Int
  package var notModified: Bool
}

/// Why a load failed, with the state that it left.
package struct LoadFailure: Error, Sendable {
  package let error: SessionError
  package let page: Int?
  package let snapshot: SessionSnapshot
}

/// The state of a paginator as clients see it.
package struct SessionSnapshot: Sendable {
  package var paginatorID: String
  package var url: String?
  package var patternURL: String
  package var strategy: String
  package var loaded: Bool
  package var loading: Bool
  package var currentPage: Int?
  package var perPage: Int
  package var firstPage: Int
  package var offset: Int?
  package var pageCount: Int?
  package var objectCount: Int?
  package var hasNextPage: Bool?
  package var hasPreviousPage: Bool?
  package var loadedPages: [ClosedRange<Int>]
  package var can: Capabilities
  package var endReason: JSONValue?
  package var warnings: [JSONValue]
  package var error: FailedPage?

  /// What an API allows.
  package struct Capabilities: Sendable, Equatable {
    package var forward: Capability
    package var backward: Capability
    package var jump: Capability
    package var count: Capability
  }

  /// Yes, no, only to where one has been, or not yet known.
  package enum Capability: Sendable {
    case yes, no, visited, unknown
  }

  /// The last load's error and the page that it asked for.
  package struct FailedPage: Sendable {
    package var error: SessionError
    package var page: Int?
  }
}

extension MappedItems {
  /// The items after the first so many, with their texts.
  fileprivate func dropping(_ taken: Int) -> MappedItems {
    var rest = self
    rest.items = Array(items.dropFirst(taken))
    rest.sources = Array(sources.dropFirst(taken))
    rest.lists = []
    guard let first = rest.items.first?.lowerBound else {
      rest.bytes = []
      return rest
    }
    rest.bytes = Array(bytes[first...])
    rest.items = rest.items.map { ($0.lowerBound - first)..<($0.upperBound - first) }
    return rest
  }
}
