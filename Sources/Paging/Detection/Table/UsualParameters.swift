import Pagination

/// Parameters that APIs have in common use, as they are spelled. An API ignores those that it does not
/// know, so that one request can have all of them.
enum UsualParameters {
  /// Those of a size, likeliest first.
  static let sizes = names(
    """
    limit per_page perPage page_size pageSize size count max maxResults max_results rows take top \
    $top first n num results itemsPerPage items_per_page maxRecords maxReturn maxRows _limit Limit \
    page[size] page[limit] page-size max_records numberOfResults ps
    """)

  /// Those of a position that counts items, or pages, likeliest first.
  static func positions(_ kind: StrategyKind) -> [String] { kind == .page ? pages : offsets }

  /// Those of a token, likeliest first.
  static let tokens = names(
    """
    cursor page_token pageToken pagetoken page_cursor pageCursor next_token nextToken next_cursor \
    next_page after after_cursor continuation continuation_token continuationToken marker bookmark token \
    next page pagination.key
    """)

  private static let offsets = names(
    """
    skip offset start from Offset ofs _skip _start $skip startRow start_row startIndex start_index \
    startAt start_at start_record start_position startPosition page[offset] pagination[offset]
    """)
  private static let pages = names(
    """
    p page pageNumber page_number page[number] currentPage current_page pageNo page_no pageNum \
    page_num page-number pageIndex page_index pg Page searchCriteria[currentPage] pagination[page]
    """)

  private static func names(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
