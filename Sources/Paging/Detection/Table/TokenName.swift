/// Names of tokens and the parameters that they go into.
///
///     {"nextPageToken": "b7"}    pageToken=b7, spelled as the token is
///
/// Both are in flat spelling; where the parameter has several words, they are apart.
struct TokenName: ScoreRule {
  let flat: String
  let words: [String]
  let score: Double

  var name: String { "TokenName." + flat }
  var row: ScoreRow { .starts(score) }

  static let all: [TokenName] = [
    // One product has made up the name, and its parameter with it.
    rows(
      0.8, "nextcursormark: cursor mark, scrollid: scroll id, nextrecordposition: start record"),
    rows(0.78, "nextcursor: cursor, cursor: cursor"),  // the commonest pair of all
    // What says where to begin goes into the parameter of that name.
    rows(
      0.75,
      """
      nextoffset: offset, nextpageoffset: offset, nextpagestart: start, nextskip: skip, \
      nextmaxid: max id, nextforwardtoken: next token
      """),
    // What large vendors do, and many after them.
    rows(
      0.72,
      """
      nextpagetoken: page token, nexttoken: next token, nextmarker: marker, \
      continuationtoken: continuation token, continue: continue, searchcontinue: continue, \
      lastseq: since, curseursuivant: curseur
      """),
    // Plain words, which other things are called, too.
    rows(
      0.7,
      """
      marker: marker, nextpage: page, continuation: continuation, \
      nextcontinuationtoken: continuation token, after: after, aftercursor: after, \
      endcursor: after, bookmark: bookmark, nextbookmark: bookmark, \
      resumptiontoken: resumption token
      """),
    // The token may be the one of this page.
    rows(0.6, "pagetoken: page token, paginationtoken: pagination token, pagekey: page key"),
    rows(0.55, "position: position"),  // a position may be anything's
    // Seen too rarely to be sure of the parameter.
    rows(0.5, "nextpagecursor: page cursor, nextpagekey: next page key, nextbatch: from"),
    rows(0.45, "offset: offset"),  // in letters it is a token on some APIs
  ].flatMap { $0 }

  static let byName: [String: TokenName] = Dictionary(
    all.map { ($0.flat, $0) }, uniquingKeysWith: { first, _ in first })

  private static func rows(_ score: Double, _ pairs: String) -> [TokenName] {
    UsualParameters.pairs(pairs).map { TokenName(flat: $0, words: $1, score: score) }
  }
}
