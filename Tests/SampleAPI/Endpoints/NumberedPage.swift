import DemoAPI

/// A page of an endpoint that numbers its pages.
struct NumberedPage {
  let listing: Listing
  let number: Int
  private let first: Int

  /// `sizes`: the parameters for the page's size. `first`: the number of the first page.
  init(
    _ exchange: inout Exchange, sizes: [String] = ["per_page", "limit"], first: Int = 1,
    by steering: Exchange.Steering = .server, pastStatus: Int? = nil
  ) throws(Refusal) {
    self.first = first
    let size = try exchange.size(sizes)
    let page = try exchange.page(first: first, size: size)
    number = page.number
    listing = try exchange.listing(
      start: page.start, size: size, by: steering, pastStatus: pastStatus)
  }

  /// The number of the page that begins at `start`.
  func number(of start: Int) -> Int {
    start / listing.size + first
  }

  /// The link to the page that begins at `start`; nil for nil.
  func link(_ exchange: Exchange, _ form: Exchange.LinkForm, _ start: Int?) -> String? {
    start.map { exchange.link(form, [("page", String(number(of: $0)))]) }
  }
}
