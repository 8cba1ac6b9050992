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
  /// Where the client steers, `loop`, `cycle` and `same-cursor` change what it gets to see; where
  /// the server does, they change where next leads. `past` is what comes past the end unless the
  /// request says otherwise.
  mutating func listing(
    start: Int, size: Int, by steering: Steering, past: EndpointOptions.PastEnd = .empty
  ) throws(Refusal) -> Listing {
    _ = try decideFaults(pageIndex: start / size)
    let shown = steering == .client ? shownStart(start, size: size) : start
    var listing = Listing(total: total, size: size, start: shown)
    if let ceiling = options.ceiling, shown >= ceiling {
      if case .status(let status) = options.past { throw .pastEnd(status: status) }
      throw .pastEnd(status: 422)
    }
    if shown >= total, shown > 0 {
      switch options.past ?? past {
      case .empty: break
      case .last: listing = Listing(total: total, size: size, start: listing.lastStart)
      case .status(let status): throw .pastEnd(status: status)
      }
    }
    if let ceiling = options.ceiling, let next = listing.next, next >= ceiling {
      listing.next = nil
    }
    if steering == .server { listing.next = linkedNext(listing) }
    if isStruck(by: .empty) {
      listing.range = listing.range.lowerBound..<listing.range.lowerBound
    }
    return listing
  }

  /// The page whose items end before a position; none at the beginning.
  mutating func listing(
    before end: Int, size: Int, by steering: Steering
  ) throws(Refusal) -> Listing {
    var listing = try listing(start: max(0, end - size), size: max(1, min(size, end)), by: steering)
    if end == 0 { listing.range = 0..<0 }
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

  /// The place in `articles` of the item at a position in 0..<total, in pages of that size.
  func index(at position: Int, size: Int) -> Int? {
    pieces(position..<(position + 1), size: size).first?.lowerBound
  }

  /// Returns the position of an article in the list of this request; nil for an unknown id.
  func position(ofID id: Int, size: Int) -> Int? {
    guard let index = articles.index(ofID: id) else { return nil }
    let position =
      hasOverlap && size >= overlapCount && index >= size ? index + overlapCount : index
    return position < total ? position : nil
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
    if isStruck(by: .sameCursor) { return min(start, size) }
    return start
  }

  /// Returns the start of the page to which a steering server sends the client.
  private func linkedNext(_ listing: Listing) -> Int? {
    if isStruck(by: .loop) { return listing.start }
    if isStruck(by: .cycle) { return listing.start / listing.size >= 2 ? 0 : listing.next ?? 0 }
    if isStruck(by: .sameCursor) { return listing.size }
    return listing.next
  }
}

extension Exchange {
  /// Reads the requested page: its number as the client counts, and its start.
  func page(first: Int, size: Int) throws(Refusal) -> (number: Int, start: Int) {
    let number = try number("page") ?? first
    guard number >= first else {
      throw .invalidParameter(name: "page", expected: "\(first) or more")
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
