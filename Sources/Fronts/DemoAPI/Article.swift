import Text

/// One article of the collection; everything in it follows from its id:
/// `{"id":1,"title":"Late birds of Fez","author":{"login":"ben-ford","id":19},`
/// `"published_at":"2024-01-01T01:26:22Z","tags":["art","past"],"summary":"A slow walk"}`
package struct Article {
  /// Bytes of an article as JSON, unless one asks for another size.
  package static let bytesMin = 185

  private let id: Int
  private let isEdited: Bool
  private var random: SplitMix64

  /// `isEdited`: with another title.
  package init(id: Int, isEdited: Bool = false) {
    self.id = id
    self.isEdited = isEdited
    random = SplitMix64(state: Self.seed &+ UInt64(truncatingIfNeeded: id))
  }

  /// Seconds since 1970 at which an article was published: later for larger ids.
  package static func publishedSeconds(id: Int) -> Int {
    var random = SplitMix64(state: seed ^ UInt64(truncatingIfNeeded: id))
    return 1_704_067_200 + (id - 1) * 20_000 + random.next(below: 20_000)
  }

  /// Appends the article as one JSON object, filled up to `bytesMin` by its summary.
  package mutating func append(to output: inout [UInt8], bytesMin: Int = bytesMin) {
    let start = output.count
    let words = [Self.beginnings, Self.subjects, Self.places].map { pick($0) }.joined()
    let title = (isEdited ? "Revised: " : "") + words
    let (first, last) = (random.next(below: 16), random.next(below: 16))
    let login = "\(Self.firstNames[first])-\(Self.lastNames[last])"
    let published = CalendarTime(epochSeconds: Self.publishedSeconds(id: id)).timestamp
    let (tag, otherTag) = (pick(Self.tags), pick(Self.moreTags))
    output += #"{"id":\#(id),"title":"\#(title)","author":{"login":"\#(login)","#.utf8
    output += #""id":\#(first * 16 + last + 1)},"published_at":"\#(published)","#.utf8
    output += #""tags":["\#(tag)","\#(otherTag)"],"summary":""#.utf8
    appendSummary(to: &output, bytes: bytesMin - (output.count - start) - 2)
    output += "\"}".utf8
  }

  /// Words up to exactly that many bytes; the last one may be cut.
  private mutating func appendSummary(to output: inout [UInt8], bytes: Int) {
    let end = output.count + max(0, bytes)
    while output.count < end {
      output += pick(Self.words).utf8.prefix(end - output.count)
    }
  }

  private mutating func pick(_ words: [String]) -> String {
    words[random.next(below: words.count)]
  }

  private static let seed: UInt64 = 0x5061_6769_6E61_746F

  private static let beginnings = [
    "Early", "Late", "Quiet", "Lost", "Hidden", "Open", "Small", "Great", "Borrowed", "Paper",
    "Winter", "Summer", "Distant", "Painted", "Slow", "Second",
  ]
  private static let subjects = [
    " maps of", " letters from", " bridges of", " songs of", " roads to", " walls of",
    " rivers of", " notes on", " names of", " gardens of", " trains to", " lamps of",
    " clocks of", " ships to", " birds of", " kitchens of",
  ]
  private static let places = [
    " Malmö", " Porto", " Gdańsk", " Trieste", " Lagos", " Kyoto", " Tbilisi", " Quito",
    " Bergen", " Tartu", " Zürich", " Fez", " Hobart", " Perth", " Turku", " Lima",
  ]
  private static let firstNames = [
    "ada", "ben", "cleo", "dora", "emil", "fred", "gita", "hugo", "ines", "jan", "kira", "liam",
    "mona", "nils", "olga", "paul",
  ]
  private static let lastNames = [
    "moss", "hill", "ford", "lake", "reed", "stone", "wood", "frost", "gray", "hart", "lund",
    "marsh", "north", "park", "rose", "vale",
  ]
  private static let tags = ["maps", "music", "food", "trains", "books", "rivers", "art", "work"]
  private static let moreTags = [
    "city", "sea", "north", "south", "travel", "people", "past", "now",
  ]
  private static let words = [
    "A ", "walk ", "along ", "the ", "old ", "quay ", "and ", "what ", "was ", "found ", "there ",
    "after ", "rain ", "with ", "many ", "doors ",
  ]
}

/// A small generator of numbers that look random (SplitMix64); the same state gives the same ones.
package struct SplitMix64 {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (mixed ^ (mixed >> 31)) % UInt64(max(1, bound)))
  }
}
