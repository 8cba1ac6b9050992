import Pagination

/// Parameters that APIs have in common use, as they are spelled. An API ignores those that it does not
/// know, so that one request can have all of them.
enum UsualParameters {
  /// Those of a size, likeliest first.
  static let sizes = names(
    """
    limit per_page perPage page_size pageSize size count max maxResults max_results rows take top \
    $top first n num results itemsPerPage items_per_page maxRecords maxReturn maxRows _limit Limit \
    page[size] page[limit] page-size per-page max_records maxItems numberOfResults hitsPerPage \
    resultsPerPage recordsPerPage rowsPerPage limit_page_length pageLength pageLimit page_limit \
    batchSize batch_size rpp ps
    """)

  /// Those of a position that counts items, or pages, likeliest first.
  static func positions(_ kind: StrategyKind) -> [String] { kind == .page ? pages : offsets }

  /// Those of a token, likeliest first.
  static let tokens = names(
    """
    cursor page_token pageToken pagetoken page_cursor pageCursor next_token nextToken next_cursor \
    nextCursor next_page after after_cursor continuation continuation_token continuationToken marker bookmark token \
    starting_after next page pagination.key
    """)

  /// Those of a position that is counted on most APIs, and a token on some.
  static let places = names("start offset from since last_id lastId")

  private static let offsets = names(
    """
    skip offset start from Offset ofs _skip _start $skip startRow start_row startIndex start_index \
    startAt start_at start_record startRecord start_position startPosition start-index \
    firstResult first_result firstRecord fromIndex rowOffset recordOffset resultOffset limit_start \
    limitstart skipCount iDisplayStart page[offset] pagination[offset]
    """)
  private static let pages = names(
    """
    p page pageNumber page_number page[number] currentPage current_page pageNo page_no pageNum \
    page_num page-number pageIndex page_index pg Page curPage paged pagina \
    page.number searchCriteria[currentPage] pagination[page]
    """)

  /// By the name of a size in flat spelling: the words of the offsets that go with it, likeliest
  /// first.
  static let offsetsBeside = groups(
    """
    limit: offset, limit: skip, rows: start, top: skip, take: skip, max: first, max: offset, retmax: retstart, \
    num: start, maxresults: start index, maxresults: start at, resultrecordcount: result offset, \
    size: from, size: offset, count: offset, count: start, count: start index, \
    sysparmlimit: sysparm offset, maxresultcount: skip count, length: start
    """)
  /// The same of the numbers of pages.
  static let pagesBeside = groups("ps: p, ps: pn, numofrows: page no, numperpage: current page")
  /// Those that are rarer than the usual one.
  static let rarePagesBeside = groups(
    "pagesize: page number, pagesize: page index, pagesize: page no, pagesize: page num")

  private static func groups(_ text: String) -> [String: [[String]]] {
    Dictionary(grouping: pairs(text), by: \.name).mapValues { $0.map(\.words) }
  }

  /// Names, each with the words of another one: `name: words, name: words`.
  static func pairs(_ text: String) -> [(name: String, words: [String])] {
    text.split(separator: ",").map { pair in
      let words = pair.split { $0 == " " || $0 == ":" }.map(String.init)
      return (words[0], Array(words.dropFirst()))
    }
  }

  private static func names(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
