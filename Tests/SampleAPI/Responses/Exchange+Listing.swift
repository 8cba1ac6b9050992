import DemoAPI

extension Exchange {
  /// The side that finds the way from page to page.
  enum Steering {
    /// The response says where the next page is.
    case server
    /// The client computes the position, or takes it from the last item.
    case client
  }

  /// The page that begins at `start`, as the faults leave it; decides which faults strike.
  ///
  /// Where the client steers, `loop` and `cycle` change what it gets to see; where
  /// the server does, they change where next leads. `pastStatus` is that of a page
  /// past the end unless the request says otherwise.
  mutating func listing(
    start: Int, size: Int, by steering: Steering, pastStatus: Int? = nil
  ) throws(Refusal) -> Listing {
    _ = decideFaults(pageIndex: start / size)
    let shown = steering == .client ? shownStart(start, size: size) : start
    var listing = Listing(total: total, size: size, start: shown)
    if shown >= total, shown > 0, let status = options.pastStatus ?? pastStatus {
      throw .pastEnd(status)
    }
    if steering == .server { listing.next = linkedNext(listing) }
    if isStruck(by: .empty) {
      listing.range = listing.range.lowerBound..<listing.range.lowerBound
    }
    return listing
  }

  /// The items of a page as one JSON array.
  func items(_ listing: Listing) -> [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(listing.range.count * 200 + 2)
    json.append(UInt8(ascii: "["))
    for piece in pieces(listing.range, size: listing.size) {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      json += articles.json(piece)
    }
    json.append(UInt8(ascii: "]"))
    return json
  }

  /// The places of a page's items in `articles`, one by one.
  func indices(_ listing: Listing) -> [Int] {
    pieces(listing.range, size: listing.size).flatMap(Array.init)
  }

  private var overlapCount: Int { 2 }

  /// The runs of `articles` that positions stand for, none of them empty. With `overlap` all pages
  /// but the first are moved back by two.
  private func pieces(_ range: Range<Int>, size: Int) -> [Range<Int>] {
    guard hasOverlap, size >= overlapCount else {
      return range.isEmpty ? [] : [range]
    }
    let first = range.clamped(to: 0..<size)
    let rest = range.clamped(to: size..<max(size, total))
    let moved = (rest.lowerBound - overlapCount)..<(rest.upperBound - overlapCount)
    return [first, moved].filter { !$0.isEmpty }
  }

  /// Returns the start of the page shown to a client that computes its positions.
  private func shownStart(_ start: Int, size: Int) -> Int {
    if isStruck(by: .loop) { return 0 }
    if isStruck(by: .cycle) { return start / size % 3 * size }
    return start
  }

  /// Returns the start of the page to which a steering server sends the client.
  private func linkedNext(_ listing: Listing) -> Int? {
    if isStruck(by: .loop) { return listing.start }
    if isStruck(by: .cycle) { return listing.start / listing.size >= 2 ? 0 : listing.next ?? 0 }
    return listing.next
  }
}

extension Exchange {
  /// Reads the requested page: its number as the client counts, and its start.
  func page(first: Int = 1, size: Int) throws(Refusal) -> (number: Int, start: Int) {
    let number = try number("page") ?? first
    guard number >= first else {
      throw .invalid("page", "\(first) or more")
    }
    let (start, overflow) = (number - first).multipliedReportingOverflow(by: size)
    return (number, overflow ? Self.startMax : min(start, Self.startMax))
  }

  /// An offset under that name, 0 when it is not there.
  func offset(_ name: String) throws(Refusal) -> Int {
    min(try number(name) ?? 0, Self.startMax)
  }

  /// Positions stay below this, so that arithmetic on them is exact.
  static var startMax: Int { Int.max / 4 }
}
