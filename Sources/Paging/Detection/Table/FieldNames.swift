import Pagination

/// The words that APIs use, in flat spelling, by what they mean.
enum FieldNames {
  /// The meaning of a name; the table says how each is meant.
  enum Meaning: Int, CaseIterable {
    case currentPage, perPage, pageCount, objectCount, offset, countsOfPage, filteredCounts
    case weakCounts, totalWords, units, countWords, measures, bounds
    case pageParameters, statedParameters, sizeParameters, sizesOfPages, offsetParameters
    case ambiguousSizes, beginningWords, countedWords, cursorParameters, sentTokens, bracketed
    case innerNames
    case ambiguous
    case beginnings
    case moreFlags, lastFlags, moreWords, endWords, restWords, partWords, keyWords, positionWords
    case positions, places, labels, leadsOn, otherWords, foreignWords, allowances, requestWords
    case pagingParents, pagers, holdersOfNext, holdersOfTokens, holdersOfOffsets
    case targets, backWords, edges, tokenWords, nextPlaces, echoes, setsOfParameters,
      pagingLists
    case lists, surestLists, otherLists, listsOfReports, rowLists, columnLists
    case headers, descriptions, idle, idleWords
    case reports, reportWords, reportsOfNothing, besideReports, holdersOfReports
    case wrappersOfReports, notes, holdersOfItem
    case besideKinds, besideLists, besideNullLists, envelopeMembers, documentMembers,
      commonResources
    case plainTokens, commonPaths, thingWords, explanations
  }

  static subscript(meaning: Meaning) -> Set<String> { sets[meaning.rawValue] }
  /// The meaning of the names of a count.
  static let counts: [CountTarget: Meaning] = [
    .currentPage: .currentPage, .perPage: .perPage, .pageCount: .pageCount,
    .objectCount: .objectCount, .offset: .offset,
  ]

  /// Words of names that lead on, and those of what leads back.
  static let ways = [
    ("next", "previous"), ("next", "prev"), ("Next", "Previous"), ("Next", "Prev"),
    ("NEXT", "PREVIOUS"), ("NEXT", "PREV"), ("after", "before"), ("After", "Before"),
    ("Forward", "Backward"),
  ]

  private static let sets: [Set<String>] = {
    var sets = Array(repeating: Set<String>(), count: Meaning.allCases.count)
    let places = Dictionary(uniqueKeysWithValues: Meaning.allCases.map { ("\($0):", $0.rawValue) })
    var place = 0
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      for word in line.split(separator: " ").map(String.init) {
        if let next = places[word] { place = next } else { sets[place].insert(word) }
      }
    }
    // `firstRecord`, `start_position`, `row-from`, `startOffset`
    let beginnings = sets[Meaning.beginningWords.rawValue]
    let firstItems = beginnings.flatMap { first in
      beginnings.union(sets[Meaning.countedWords.rawValue]).flatMap { [first + $0, $0 + first] }
    }
    sets[Meaning.offsetParameters.rawValue].formUnion(StartPosition.offsets.union(firstItems))
    sets[Meaning.cursorParameters.rawValue].formUnion(StartPosition.tokens)
    return sets
  }()

  /// Each meaning with its names.
  private static let table = """
    # What a response calls its counts.
    currentPage: page currentpage pagenumber pageno pagenum pageindex currentpagenumber pn curpage
      number current index pagina paginaatual paginaactual numeropagina pagecourante side sida seite
      aktuelleseite strona sayfa stranka halaman
    perPage: perpage pagesize limit size hitsperpage itemsperpage resultsperpage recordsperpage
      maxresults maxresult pagelen pagelimit rows take ps numperpage numofrows count tamanhopagina
      maxitems maxresultcount
      registrosporpagina itensporpagina
    pageCount: totalpages pagecount pages nbpages lastpage numpages numberofpages pagescount
      pagestotal totalpage maxpage maxpages totalpagecount lastpagenumber pagetotal totalpagenum
      numofpages nbpage paginas totalpaginas totaldepaginas numeropaginas ultimapagina nombrepages
      antalsidor antallsider antalsider seitengesamt anzahlseiten liczbastron pocetstranek
      toplamsayfa totalhalaman jumlahhalaman
    objectCount: total totalcount totalresults totalitems totalelements totalhits nbhits
      totalobjects totalentries totalrecords totalsize numfound numresults recordstotal totalrows
      numbermatched estimatedtotal estimatedtotalhits fullcount found itemcount totalitemcount
      resultstotal odatacount records recordcount recordscount hitcount subtotal
      recordsfiltered totalfilteredcount filteredcount filteredtotal totalfiltered
      completelistsize numberofrecords numberofrecordsmatched totalavailable nhits itemstotal
      totalsetsize totalnumber totalnum totalfound rowcount resultsavailable totalresultsavailable
      listtotalcount totaldata cmrhits iotcount membersodatacount matched count
      totalrecordcount
      totcnt totalcnt allnum totals totalresult totalresultcount totalresultnumber
      totalregistros totalderegistros itenstotais pocetcelkem gesamt gesamtanzahl maxergebnisse
      traffar totalt totaltantall totalresultats nombretotal jumlah
      opensearchtotalresults numberofresults numberoftotalresults resulttotal rowstotal
      totaldoc totaal totalhitcount itemscount numberofhits available totalnoticecount
      searchresultcountall fullresultsize totalnumberofresults totalfilteredrecords totalrecord
      quantidadetotaldeitens searchedcount totalordercount totalrowcount treesize recordsfound
      globalcount
    offset: offset skip start startat startindex from retstart index skipcount
    # Counts of what a body without a list has; else they may be those of a page.
    countsOfPage: resultcount resultsizeestimate numberofelements numberreturned returned count
      keycount itemcount numresults recordcount recordscount rowcount
    # Totals of what was searched, next to one of everything.
    filteredCounts: subtotal recordsfiltered totalfilteredcount filteredcount filteredtotal
      totalfiltered
    # Names that mean several things: taken only where nothing better is there.
    weakCounts: count size number current index
    # The words that names of totals consist of: `totalNumberOfItems`, but no `totalScore`.
    totalWords: count cnt total totals record records hits matches found result results overall
      all num number of nb n item items rows elements objects entries amount quantity qty
      available grand
    # Second words of names of totals that count no items: `total_pages`.
    units: pages ms seconds bytes costs points hours minutes days
    # Words of texts that may count items.
    countWords: count total records hits matches found results size rows items
    # Words of numbers that count no items.
    measures: id time timestamp took status code version ms millis seconds duration elapsed date
      year port ttl expires expiry limit per max min rate remaining build revision seq sequence
      checksum hash bytes length age latency cost quota at modified updated created errno error
      runtime memory epoch score scores price cost fee tax votes rating likes views weight distance
      radius height width area zoom speed temperature interval balance points level budget frequency
      average postcode
    # Numbers up to which the list of items goes.
    bounds: limit max per top take cappedat to last end until upper
    # What a request calls its parameters.
    pageParameters: page p pg paged pagenumber pageno pagenum pageindex currentpage current
      startpage pn curpage index requestpage offsetpage
    # The same in Portuguese, Spanish, Italian, French, German, Danish, Swedish, Polish, Czech, Turkish,
    # Finnish, Hungarian, Croatian, Lithuanian, Estonian, Indonesian, Vietnamese.
      pagina paginaatual numeropagina numpagina nrpagina pag numeropage pagenumero seite seitennummer
      side sidenummer sida sidnummer strona nrstrony sayfa stranka sivu oldal stranica puslapis leht
      halaman trang numpage pindex
      pagenr pageidx npage ipage pgno pgnum topage gotopage resultspage listpage pagenb pagenbr cpage
      currpage nowpage jumppage currentpageno
    # Those that a response has for the number of its page, too.
    statedParameters: pagenumber pageno pagenum pageindex pn curpage pagina paginaatual numeropagina
      seite side sida strona sayfa stranka halaman
    sizeParameters: perpage pagesize limit size count maxresults hitsperpage itemsperpage
      resultsperpage recordsperpage take rows top first n pagelen pagelimit max num batchsize rpp
      resultrecordcount maxitems ps retmax sysparmlimit maxresultcount length numperpage numofrows
      hitperpage listcount requestrecordsamount nombre cnt
      tamanhopagina tamanopagina registrosporpagina itensporpagina porpagina limite cantidad taille
      anzahl seitengroesse perside antal antall aantal perhalaman tamano tamanho lim psize
    # Those that limit other things as well.
    ambiguousSizes: max top num take first count n length rows size
    # The ends of those that mention pages, so that positions are page numbers.
    sizesOfPages: perpage pagesize pagelen ps rpp numofrows requestrecordsamount
    # Offsets, beside those that mean one in any URL.
    offsetParameters: from ofs pagestart index idx inicio debut currentitem rangestart startcount begin
      idisplaystart startrecordnum skiprecords skiprows skipitems numskip toskip sindex
    # A word for the beginning goes with one for what is counted, or another one: `firstRecord`,
    # `row-from`, `startOffset`.
    beginningWords: first start starting begin from offset
    countedWords: record records row rows item items result results hit hits element entry index
      position list query search display limit num no nr pos rec at with
    # Tokens, beside those that mean one in any URL.
    cursorParameters: startcursor continue next token last curseur
    # Words of them, where the request has one that is another than the response's.
    sentTokens: token cursor next
    # Objects of parameters: `pagination[page]`.
    bracketed: pagination paging pager pageable searchcriteria paginacao paginacion options opts
      listoptions req request
    # Names that mean the same in any object of parameters: `pg[offset]`.
    innerNames: offset skip limit perpage pagesize pagenumber
    # Those of pages and of items: a position at 0 or beside a size, and one of pages first, as other
    # items follow an offset that counts pages, too.
    ambiguous: index
    # Parameters that say where or how a list begins: the URL of the next page needs none of them.
    beginnings: starttime startdate since initial
    # The flags that decide the end.
    moreFlags: hasmore hasnext hasnextpage more istruncated moreavailable hasmoreitems
      hasmoreresults hasmorepages moreresults morerecords moreitems truncated havemoreresults
      moreitemsincollection exceededtransferlimit
    lastFlags: islast last islastpage lastpage done isdone islastbatch isend endofrecords
      endofstream
    # Words that may say so without being known as flags, or lead on.
    moreWords: more next additional truncated overflow limited clipped capped partial incomplete
      exceeded reached continues cutoff morerecords remaining
    endWords: last end eof final finished done complete completed exhausted loaded nomore
    # Words of what is still to come, and of the part that is here.
    restWords: remaining left
    partWords: page range showing displaying
    # Words of keys that are positions: `start_key`, but no `draft_key`.
    keyWords: next last start page paging continuation continue after resume scroll cursor offset
      position marker range evaluated
    positionWords: resume continue older forward iterator seek locator checkpoint watermark
      continuation
    positions: pagestate pagingstate loadmore offsetid startafter more pos position handle anchor
      mark tail upto searchafter sinceid maxid lastid lastseen pageref pagemarker
      pagingcookie scroll
    # Texts of such members that name no position.
    places: top bottom left right center middle start end front back fixed absolute relative static
    # Words of names whose texts only look like tokens.
    labels: id ids uid uuid guid rid etag hash sha digest checksum signature fingerprint trace
      correlation transaction nonce account user owner tenant commit revision version build release
      key server hostname host instance node title name label type model message object api public
      private secret sort order mode kind style strategy direction url uri href link
    # The names of tokens that have no other use where a list is.
    leadsOn: after marker bookmark continuation continue scrollid
    # Words of positions that lead elsewhere, and of secrets.
    otherWords: prev previous before backward access refresh auth csrf xsrf session sync delta
      self upload request api public private secret sort update updated run check schedule
    # Words of tokens that lead elsewhere than on.
    foreignWords: prev previous before backward access refresh auth csrf session sync delta self
      first last current upload request start update updated run check schedule
    # Words of headers and members that count requests.
    allowances: rate ratelimit quota runtime
    # Words of what is left of something else than items.
    requestWords: rate quota limit credits requests calls tokens time
    # Words of the objects that hold paging information.
    pagingParents: meta metadata pagination paging paginator pager page pages pageinfo info totals
      link links response result results d data view cursor cursors next search collection list
      navigation nav continue total properties query queries 0 tokens token summary stats body
      payload output attr resultset aggregate slice feed hits header head statistics paginacao paginacion
    # Those that hold nothing else.
    pagers: pagination paging pager cursor cursors
    # Last words of objects that explain it.
    explanations: help hint hints doc docs documentation example examples note notes text description
    # Objects that hold a token named next.
    holdersOfNext: cursor cursors token tokens
    # Words of objects in which a token leads on, and in which a count next to an offset is a size.
    holdersOfTokens: next pagination paging cursor
    holdersOfOffsets: paging pagination page pager
    # The members of a link object that hold its target.
    targets: href url uri link
    # Words of links that lead back, and the ends of a list that is paged.
    backWords: previous prev
    edges: first last
    # Words of names that hold no URL.
    tokenWords: cursor token key marker
    # Words behind `next` where a next page goes: `nextPageToken`, but no `next_billing_date`.
    nextPlaces: page pages token tokens cursor cursors mark marker url uri link links href offset start
      key keys index position continuation continue skip from after since bookmark scroll id ids
      query params parameters param string request requests result results set batch path record
      records row rows max min timestamp sequence seq anchor range begin place partition hash
      forward pagenumber pageno pagenum target seek cursormark relative absolute full
      pageexists pageavailable pagepresent chunk slice window segment ts before until
    # Objects that repeat the request: an empty token in them is none of the response.
    echoes: request query queries parameters params input
    # Last words of objects of parameters: `next_page_params`.
    setsOfParameters: params parameters query
    # Lists whose one element says how to page: `{"queries": {"nextPage": [{"startIndex": 11}]}}`.
    pagingLists: request nextpage previouspage
    # Names of lists of items.
    lists: items data results result records entries values value hits objects content contents
      list rows resources entry features nodes edges children member added idlist docs
      documents elements entities rowset graph releases
    # Those that hold the items, and none, where another list has rows.
    surestLists: items data results records hits docs entries rows value member added
    # Names of lists of other things, and of objects that hold such lists.
    otherLists: links link error errors warning warnings schemas fields facets aggregations included includes
      diagnostics sdiagnostics srwdiagnostics zsdiagnostics curies filters sort columns breadcrumbs
      actions meta metadata rels shards facetdistribution normalized converted redirects interwiki
    # Lists of reports, where other lists have items.
    listsOfReports: messages warnings notices
    # Rows that are lists of cells, and the lists of the names of these.
    rowLists: rows rowset data values records results items
    columnLists: columns cols fields headers header
    # Objects that speak of the items, and hold none.
    headers: header headers responseheader head
    # Words of objects that describe the items.
    descriptions: meta metadata manifest schema
    # Members beside a list without items, which make the body no thing of its own, and the last words
    # of their names.
    idle: info infocode version object kind type success get etag now ttl request
    idleWords: id code msg message time date at url uri version status count total offset
    # Members that report the outcome of a request.
    reports: message msg error errors err errormessage errormsg errmsg errordescription errtips detail
      details reason faultstring status success ok
    # Last words of such members.
    reportWords: msg message
    # Those beside a place without items.
    reportsOfNothing: status code message msg time took name
    # Members next to them, which are nothing that was requested either (RFC 9457 and its like).
    besideReports: code cod errorcode errcode errno statuscode retcode returncode resultcode responsecode
      rescode respcode faultcode infocode ret rc rtn s statustext type title instance path method timestamp
      time requestid traceid correlationid documentationurl moreinfo helpurl hint apiversion
    # Last words of names by which a thing is called.
    thingWords: id uuid guid name title slug key number no sku serial reference ref subject email
    # Objects that hold nothing but reports.
    holdersOfReports: error status meta metadata response header headers responseheader head fault
    # Objects at the root that hold nothing but a report, and sentences that are all that a body has.
    wrappersOfReports: error errors errorresponse errorresult fault exception
    notes: note notice information info warning
    # Objects in an item that hold the item itself, or what is known of it.
    holdersOfItem: node data sys metadata resource attributes properties source item package track
      album repository user links
    # Members next to the kind of a body, which are nothing that was requested.
    besideKinds: kind etag selflink nextpagetoken prevpagetoken nextsynctoken pageinfo
      resultsperpage totalresults resultsizeestimate resourcetype
    # Those next to the kind of a list.
    besideLists: id type link meta metadata apiversion timestamp
    besideNullLists: meta metadata apiversion
    # Those that envelopes have as well.
    envelopeMembers: title version info description author summary
    # Members of a body that is one document.
    documentMembers: name title version versions info description slug summary license readme
      author homepage
    # Names of paths that say nothing of items.
    commonResources: search query list api data all filter find graphql index json v1 v2 v3 rest
      public feed
    # Members at the root that many APIs have a token in.
    plainTokens: next cursor next_page_token next_cursor
    # Paths that too many APIs have to say much.
    commonPaths: next previous prev count total size limit offset page items data results result
      value values records content hits cursor hasmore more last metatotal linksnext linksprev
      perpage number entry member
    """
}
