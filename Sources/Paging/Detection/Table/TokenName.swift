/// Names of tokens and the parameters that they go into.
///
///     {"nextPageToken": "b7"}    pageToken=b7, spelled as the token is
///
/// Both are in flat spelling; where the parameter has several words, they are apart.
struct TokenName: ScoreRule {
  let flat: String
  let words: [String]
  let score: Double
  let why: String

  var name: String { "TokenName." + flat }
  var row: ScoreRow { .starts(score, because: why) }

  static let all: [TokenName] = [
    rows(
      0.8, "one product has made up the name, and its parameter with it",
      [
        "nextcursormark": "cursor mark", "lastevaluatedkey": "exclusive start key",
        "scrollid": "scroll id",
      ]),
    rows(
      0.78, "the commonest pair of all", ["nextcursor": "cursor", "cursor": "cursor"]),
    rows(
      0.75, "what says where to begin goes into the parameter of that name",
      [
        "nextoffset": "offset", "nextpagestart": "start",
        "nextskip": "skip", "nextmaxid": "max id", "nextforwardtoken": "next token",
      ]),
    rows(
      0.72, "what large vendors do, and many after them",
      [
        "nextpagetoken": "page token", "nexttoken": "next token", "nextmarker": "marker",
        "continuationtoken": "continuation token", "continue": "continue",
        "searchcontinue": "continue",
      ]),
    rows(
      0.7, "plain words, which other things are called, too",
      [
        "marker": "marker", "nextpage": "page", "continuation": "continuation",
        "nextcontinuationtoken": "continuation token", "after": "after", "aftercursor": "after",
        "endcursor": "after", "bookmark": "bookmark", "nextbookmark": "bookmark",
        "resumptiontoken": "resumption token",
      ]),
    rows(
      0.6, "the token may be the one of this page",
      ["pagetoken": "page token", "paginationtoken": "pagination token"]),
    rows(0.55, "a position may be anything's", ["position": "position"]),
    rows(
      0.5, "seen too rarely to be sure of the parameter",
      ["nextpagecursor": "page cursor", "nextpagekey": "next page key"]),
    rows(0.45, "an offset in letters is a token on some APIs", ["offset": "offset"]),
  ].flatMap { $0 }

  static let byName: [String: TokenName] = Dictionary(
    all.map { ($0.flat, $0) }, uniquingKeysWith: { first, _ in first })

  private static func rows(
    _ score: Double, _ why: String, _ pairs: KeyValuePairs<String, String>
  ) -> [TokenName] {
    pairs.map { name, words in
      TokenName(
        flat: name, words: words.split(separator: " ").map(String.init), score: score, why: why)
    }
  }
}
