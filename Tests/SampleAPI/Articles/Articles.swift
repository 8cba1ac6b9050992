import DemoAPI

/// The collection: articles that are the same in every run, held as finished JSON.
struct Articles: Sendable {
  /// All articles with a comma between.
  private let bytes: [UInt8]
  /// The start of each article, and one past the comma that would follow the last.
  private let starts: [Int]

  /// `count` articles of `itemBytes` bytes each, where they are not longer by themselves; the ids are
  /// 1...count. `isEdited`: every tenth has a new title.
  init(count: Int, itemBytes: Int, isEdited: Bool = false) {
    var bytes: [UInt8] = []
    var starts = [0]
    bytes.reserveCapacity(count * (itemBytes + 1))
    starts.reserveCapacity(count + 1)
    for id in 1..<(count + 1) {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
      var article = Article(id: id, isEdited: isEdited && id % 10 == 0)
      article.append(to: &bytes, bytesMin: itemBytes)
      starts.append(bytes.count + 1)
    }
    (self.bytes, self.starts) = (bytes, starts)
  }

  var count: Int {
    starts.count - 1
  }

  /// The articles at these indices as JSON, commas between; the range must lie in 0..<count.
  func json(_ range: Range<Int>) -> ArraySlice<UInt8> {
    range.isEmpty ? [] : bytes[starts[range.lowerBound]..<(starts[range.upperBound] - 1)]
  }
}
