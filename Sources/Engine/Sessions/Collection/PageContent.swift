package import JSON
package import Mapping

/// The items of one page: the bytes that came, and slices into them.
package struct PageContent: Sendable {
  /// nil: the body was empty.
  package let document: JSONDocument?
  /// The places of the items in the document; under a mapping, the places they came from.
  package let sources: [JSONSlice]
  /// The array as the API sent it, where it holds exactly the items.
  package let array: JSONSlice?
  /// nil: the items go out as they came.
  package let mapped: MappedItems?
  /// With several lists: their key paths and the indexes of their items.
  package let lists: [(keyPath: String, items: Range<Int>)]

  /// Values that did not fit the mapping.
  package var issues: [MappingIssue] { mapped?.issues ?? [] }

  package static let empty = PageContent(
    document: nil, sources: [], array: nil, mapped: nil, lists: [])

  package var count: Int { mapped?.items.count ?? sources.count }

  /// The memory it takes in bytes, without the fixed cost of every page.
  package var bytes: Int { (document?.bytes.count ?? 0) + (mapped?.bytes.count ?? 0) }

  /// About how many bytes of memory the page takes that holds this, and writing it: what has line
  /// breaks, or does not be in one piece, is written again.
  var memoryBytes: Int {
    let written = mapped?.bytes.count ?? document?.bytes.count ?? 0
    let isCopied = document?.hasLineBreaks == true || (mapped == nil && array == nil)
    return bytes + (isCopied ? written : 0)
      + sources.count * MemoryLayout<JSONSlice>.stride
      + (mapped?.items.count ?? 0) * MemoryLayout<Range<UInt32>>.stride
  }

  /// The content without the items at its beginning that were made of these values.
  func dropping(_ taken: Set<JSONSlice>) -> PageContent {
    let count = sources.prefix { taken.contains($0) }.count
    var mapped = mapped
    mapped?.dropFirst(count)
    return PageContent(
      document: document, sources: Array(sources.dropFirst(count)), array: nil, mapped: mapped,
      lists: lists.map { list in
        (
          list.keyPath,
          max(0, list.items.lowerBound - count)..<max(0, list.items.upperBound - count)
        )
      })
  }

  /// Some of the items as a JSON array; all of them are spliced in without being copied where they
  /// came in one piece.
  package func appendItems(_ range: Range<Int>, to fragments: inout JSONFragments) {
    if mapped == nil, let document, let array, range.count == count {
      return fragments.append(document, range: array.range)
    }
    fragments.append([UInt8(ascii: "[")])
    appendElements(range, to: &fragments)
    fragments.append([UInt8(ascii: "]")])
  }

  /// Some of the items with commas between, spliced in where they are side by side.
  package func appendElements(_ range: Range<Int>, to fragments: inout JSONFragments) {
    guard !range.isEmpty else { return }
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    if let mapped {
      fragments.append(
        mapped.bytes, range: mapped.items[first].lowerBound..<mapped.items[last].upperBound,
        hasLineBreaks: document?.hasLineBreaks ?? false)
    } else if let document, array != nil {
      fragments.append(document, range: Int(sources[first].start)..<Int(sources[last].end))
    } else {
      var bytes: [UInt8] = []
      _ = appendItems(range, between: [UInt8(ascii: ",")], to: &bytes)
      fragments.append(bytes)
    }
  }

  /// Appends items with a text between them, until there are `bytesMax` bytes or more. Returns the
  /// items that are left.
  package func appendItems(
    _ range: Range<Int>, between separator: [UInt8], to bytes: inout [UInt8], bytesMax: Int = .max
  ) -> Range<Int> {
    if mapped == nil, let document, !document.hasLineBreaks {
      return append(range, of: document.bytes.span, between: separator, to: &bytes, bytesMax)
    }
    for index in range {
      if index > range.lowerBound { bytes += separator }
      appendItem(index, to: &bytes)
      if bytes.count >= bytesMax { return index + 1..<range.upperBound }
    }
    return range.upperBound..<range.upperBound
  }

  /// The same for items that go out as they came, all of which are copied at once.
  private func append(
    _ range: Range<Int>, of text: Span<UInt8>, between separator: [UInt8], to bytes: inout [UInt8],
    _ bytesMax: Int
  ) -> Range<Int> {
    let items = sources.span
    var (size, end) = (0, range.lowerBound)
    while end < range.upperBound, end == range.lowerBound || bytes.count + size < bytesMax {
      size += items[end].range.count + (end > range.lowerBound ? separator.count : 0)
      end += 1
    }
    bytes.append(addingCapacity: size) { room in
      for index in range.lowerBound..<end {
        if index > range.lowerBound { for byte in separator { room.append(byte) } }
        text.extracting(items[index].range).withUnsafeBytes { item in
          room.withUnsafeMutableBufferPointer { free, count in
            UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(free)[count...])
              .copyMemory(from: item)
            count += item.count
          }
        }
      }
    }
    return end..<range.upperBound
  }

  /// One item's JSON text, without line breaks outside strings.
  package func appendItem(_ index: Int, to bytes: inout [UInt8]) {
    if let mapped {
      bytes += mapped.bytes[mapped.items[index]]
    } else if let document {
      let range = sources[index].range
      if document.hasLineBreaks {
        JSONCompaction.append(document.bytes, range, to: &bytes)
      } else {
        document.bytes.span.extracting(range).withUnsafeBufferPointer {
          bytes.append(contentsOf: $0)
        }
      }
    }
  }
}
