import DemoAPI

/// The collection: articles that are the same in every run, held as finished JSON.
struct Articles: Sendable {
  /// States of the collection that a request can ask for by a fault, as if someone had changed it
  /// in the meantime.
  enum Edition: Int, Sendable, CaseIterable {
    /// Ids 1...N.
    case original
    /// A new article N+1 is before all others.
    case inserted
    /// Every tenth article (ids 10, 20, 30...) has a new title.
    case edited
    /// Article 1 is gone.
    case shortened
  }

  private let edition: Edition
  /// All articles with a comma between.
  private let bytes: [UInt8]
  /// The start of each article, and one past the comma that would follow the last.
  private let starts: [Int]

  /// `count` articles of `itemBytes` bytes each, where they are not longer by themselves.
  init(count: Int, itemBytes: Int, edition: Edition = .original) {
    var bytes: [UInt8] = []
    var starts = [0]
    let order: [Int] =
      switch edition {
      case .original, .edited: Array(1..<(count + 1))
      case .inserted: [count + 1] + Array(1..<(count + 1))
      case .shortened: Array((1..<(count + 1)).dropFirst())
      }
    bytes.reserveCapacity(order.count * (itemBytes + 1))
    starts.reserveCapacity(order.count + 1)
    for id in order {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
      var article = Article(id: id, isEdited: edition == .edited && id % 10 == 0)
      article.append(to: &bytes, bytesMin: itemBytes)
      starts.append(bytes.count + 1)
    }
    (self.bytes, self.starts, self.edition) = (bytes, starts, edition)
  }

  var count: Int {
    starts.count - 1
  }

  /// The articles at these indices as JSON, commas between; the range must lie in 0..<count.
  func json(_ range: Range<Int>) -> ArraySlice<UInt8> {
    range.isEmpty ? [] : bytes[starts[range.lowerBound]..<(starts[range.upperBound] - 1)]
  }

  /// The id of the article at an index in 0..<count.
  func id(at index: Int) -> Int {
    switch edition {
    case .original, .edited: index + 1
    case .inserted: index == 0 ? count : index
    case .shortened: index + 2
    }
  }

  /// Returns the index of the article with this id; nil if there is none.
  func index(ofID id: Int) -> Int? {
    let index =
      switch edition {
      case .original, .edited: id - 1
      case .inserted: id == count ? 0 : id
      case .shortened: id - 2
      }
    return (0..<count).contains(index) && self.id(at: index) == id ? index : nil
  }
}
