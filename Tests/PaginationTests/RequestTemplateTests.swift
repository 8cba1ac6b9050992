import HTTP
import JSON
import TestSupport
import Testing

@testable import Pagination

struct RequestTemplateTests {
  /// Params, a position, and the request of its page.
  struct Case: NamedCase {
    let id: String
    let open: String
    var page = RequestedPage(3)
    let line: String
  }

  private static func token(_ json: String, _ name: String = "cursor") -> RequestedPage {
    RequestedPage(2, .token(PageToken(members: [PageToken.Member(name, Array(json.utf8))])))
  }

  private static func link(
    _ url: String, method: String? = nil, body: String? = nil, headers: [HTTPField] = []
  ) -> RequestedPage {
    RequestedPage(
      2,
      .link(
        PageLink(url: url, method: method, headers: headers, body: body.map { Array($0.utf8) })))
  }

  static let patterns: [Case] = [
    Case(
      id: "page and size", open: #"{"url":"http://h/a?n=:perPage&p=:currentPage"}"#,
      line: "GET http://h/a?n=25&p=3"),
    Case(
      id: "offset", open: #"{"url":"http://h/a?n=:perPage&o=:offset"}"#,
      line: "GET http://h/a?n=25&o=50"),
    Case(
      id: "first offset of the API's",
      open:
        #"{"url":"http://h/a?n=:perPage&o=:offset","#
        + #""pagination":{"strategy":"offset","firstOffset":1}}"#,
      line: "GET http://h/a?n=25&o=51"),
    Case(
      id: "counts", open: #"{"url":"http://h/:currentPage/:pageCount/:objectCount?n=:perPage"}"#,
      line: "GET http://h/3/10/250?n=25"),
    Case(
      id: "pattern in a parameter",
      open:
        #"{"url":"http://h/a","parameters":{"p":":currentPage","n":":perPage","at":"x:offset"}}"#,
      line: "GET http://h/a?p=3&n=25&at=x50"),
    Case(
      id: "pattern in a JSON body",
      open:
        #"{"url":"http://h/a","method":"POST","#
        + #""body":{"p":":currentPage","n":[":perPage"],"t":"page :currentPage","c":"a\\:b"}}"#,
      line: #"POST http://h/a | {"p":3,"n":[25],"t":"page 3","c":"a:b"}"#),
    Case(
      id: "pattern in a text body",
      open: #"{"url":"http://h/a","method":"POST","body":"p=:currentPage&n=:perPage"}"#,
      line: "POST http://h/a | p=3&n=25"),
    Case(
      id: "unknown count in a body is left out",
      open:
        #"{"url":"http://h/a?p=:currentPage&n=:perPage","method":"POST","body":{"c":":cursor","#
        + #""x":1}}"#,
      line: #"POST http://h/a?p=3&n=25 | {"x":1}"#),
    Case(
      id: "position named, size added", open: #"{"url":"http://h/a?p=:currentPage"}"#,
      line: "GET http://h/a?p=3&per_page=25"),
    Case(
      id: "size named, position added",
      open: #"{"url":"http://h/a?n=:perPage","pagination":{"strategy":"page"}}"#,
      line: "GET http://h/a?n=25&page=3"),
    Case(
      id: "encoded",
      open: #"{"url":"http://h/a?c=:cursor","pagination":{"strategy":"cursor","next":"n"}}"#,
      page: token(#""a b&c=d/é""#), line: "GET http://h/a?c=a%20b%26c%3Dd%2F%C3%A9"),
  ]

  static let parameters: [Case] = [
    Case(
      id: "scalars",
      open:
        #"{"url":"http://h/a","parameters":{"s":"x y","n":1.10,"b":true,"z":null},"#
        + #""pagination":{"strategy":"single"}}"#,
      line: "GET http://h/a?s=x%20y&n=1.10&b=true"),
    Case(
      id: "lists",
      open:
        #"{"url":"http://h/a","parameters":{"t":["a","b",3],"e":[]},"#
        + #""pagination":{"strategy":"single"}}"#,
      line: "GET http://h/a?t=a&t=b&t=3"),
    Case(
      id: "over the URL's own",
      open:
        #"{"url":"http://h/a?x=1&y=2&x=3","parameters":{"x":"9"},"#
        + #""pagination":{"strategy":"single"}}"#,
      line: "GET http://h/a?x=9&y=2"),
    Case(
      id: "the URL's spelling stays",
      open:
        #"{"url":"http://h/a?q=%7e+%20&r","parameters":{"x":1},"#
        + #""pagination":{"strategy":"single"}}"#,
      line: "GET http://h/a?q=%7e+%20&r&x=1"),
    Case(
      id: "headers",
      open:
        #"{"url":"http://h/a","headers":{"X-A":"b","X-N":null},"#
        + #""pagination":{"strategy":"single"}}"#,
      line: "GET http://h/a | X-A: b"),
    Case(
      id: "body as it is",
      open:
        #"{"url":"http://h/a","method":"POST","body":{"n":1.10,"z":null},"#
        + #""pagination":{"strategy":"single"}}"#,
      line: #"POST http://h/a | {"n":1.10,"z":null}"#),
    Case(
      id: "size of the caller's own",
      open: #"{"url":"http://h/a?limit=7","pagination":{"strategy":"offset"}}"#,
      page: RequestedPage(2, perPage: 7), line: "GET http://h/a?limit=7&offset=7"),
  ]

  static let carriers: [Case] = [
    Case(
      id: "an API with one page size",
      open: #"{"url":"http://h/a","pagination":{"strategy":"page","perPageParameter":""}}"#,
      line: "GET http://h/a?page=3"),
    Case(
      id: "page in the body",
      open:
        #"{"url":"http://h/a","method":"POST","body":{"q":1},"pagination":{"strategy":"page","#
        + #""in":"body"}}"#,
      line: #"POST http://h/a | {"q":1,"per_page":25,"page":3}"#),
    Case(
      id: "dots nest in a body",
      open:
        #"{"url":"http://h/a","method":"POST","body":{"paging":{"x":1}},"#
        + #""pagination":{"strategy":"offset","in":"body","offsetParameter":"paging.from","#
        + #""limitParameter":"paging.size"}}"#,
      line: #"POST http://h/a | {"paging":{"x":1,"size":25,"from":50}}"#),
    Case(
      id: "dots do not nest in a query",
      open:
        #"{"url":"http://h/a","pagination":{"strategy":"page","pageParameter":"p.n","#
        + #""perPageParameter":"p.s"}}"#,
      line: "GET http://h/a?p.s=25&p.n=3"),
    Case(
      id: "brackets are encoded",
      open:
        #"{"url":"http://h/a","pagination":{"strategy":"page","pageParameter":"page[number]","#
        + #""perPageParameter":"page[size]"}}"#,
      line: "GET http://h/a?page%5Bsize%5D=25&page%5Bnumber%5D=3"),
    Case(
      id: "token in the body keeps its type",
      open:
        #"{"url":"http://h/a","method":"POST","#
        + #""pagination":{"strategy":"cursor","next":"n","parameter":"search_after","in":"body"}}"#,
      page: token(#"[1.10,"é"]"#, "search_after"),
      line: #"POST http://h/a | {"search_after":[1.10,"é"]}"#),
    Case(
      id: "token in the variables",
      open:
        #"{"url":"http://h/g","method":"POST","body":{"query":"q","variables":{"a":1}},"#
        + #""pagination":{"strategy":"cursor","next":"n","parameter":"after","in":"variables","#
        + #""perPageParameter":"first"}}"#,
      page: token(#""c1""#, "after"),
      line: #"POST http://h/g | {"query":"q","variables":{"a":1,"first":25,"after":"c1"}}"#),
    Case(
      id: "token in a header, size in the query",
      open:
        #"{"url":"http://h/a","headers":{"x-cursor":"old"},"#
        + #""pagination":{"strategy":"cursor","next":"n","parameter":"X-Cursor","in":"header","#
        + #""perPageParameter":"n"}}"#,
      page: token(#""c1""#, "X-Cursor"), line: "GET http://h/a?n=25 | X-Cursor: c1"),
    Case(
      id: "token in the path",
      open:
        #"{"url":"http://h/a/?x=1","#
        + #""pagination":{"strategy":"cursor","next":"n","parameter":"c","in":"path"}}"#,
      page: token(#""c/1""#, "c"), line: "GET http://h/a/c%2F1?x=1"),
    Case(
      id: "token of any type in the query",
      open: #"{"url":"http://h/a","pagination":{"strategy":"cursor","next":"n"}}"#,
      page: token(#"{"k":1}"#), line: "GET http://h/a?cursor=%7B%22k%22%3A1%7D"),
    Case(
      id: "sole cursor in a body keeps its type",
      open:
        #"{"url":"http://h/a","method":"POST","body":{"after":":cursor","x":"c:cursor"},"#
        + #""pagination":{"strategy":"cursor","next":"n"}}"#,
      page: token("[1,2]"), line: #"POST http://h/a | {"after":[1,2],"x":"c[1,2]"}"#),
    Case(
      id: "merged members",
      open: #"{"url":"http://h/a","pagination":{"strategy":"cursor","merge":"continue"}}"#,
      page: RequestedPage(
        2,
        .token(
          PageToken(members: [
            PageToken.Member("c", Array(#""x|y""#.utf8)), PageToken.Member("d", Array("3".utf8)),
          ]))),
      line: "GET http://h/a?c=x%7Cy&d=3"),
  ]

  static let cursors: [Case] = [
    Case(
      id: "into the body of a POST, unless the settings say otherwise",
      open:
        #"{"url":"http://h/a","method":"POST","body":{"q":1},"#
        + #""pagination":{"strategy":"cursor","next":"n"}}"#,
      page: token(#""b7""#), line: #"POST http://h/a | {"q":1,"cursor":"b7"}"#),
    Case(
      id: "into the query of a POST where the settings say it",
      open:
        #"{"url":"http://h/a","method":"POST","body":{"q":1},"#
        + #""pagination":{"strategy":"cursor","next":"n","in":"query"}}"#,
      page: token(#""b7""#), line: #"POST http://h/a?cursor=b7 | {"q":1}"#),
    Case(
      id: "into the variables of a GraphQL query",
      open:
        #"{"url":"http://h/a","method":"POST","body":{"query":"{ a }"},"#
        + #""pagination":{"strategy":"cursor","next":"n"}}"#,
      page: token(#""b7""#),
      line: #"POST http://h/a | {"query":"{ a }","variables":{"cursor":"b7"}}"#),
    Case(
      id: "left out of the first request",
      open:
        #"{"url":"http://h/a?n=5&c=:cursor&x=1","pagination":{"strategy":"cursor","next":"n"}}"#,
      page: RequestedPage(1, .start), line: "GET http://h/a?n=5&x=1"),
    Case(
      id: "the only parameter left out",
      open: #"{"url":"http://h/a?c=:cursor","pagination":{"strategy":"cursor","next":"n"}}"#,
      page: RequestedPage(1, .start), line: "GET http://h/a"),
    Case(
      id: "parameter left out",
      open:
        #"{"url":"http://h/a","parameters":{"c":":cursor","x":1},"#
        + #""pagination":{"strategy":"cursor","next":"n"}}"#,
      page: RequestedPage(1, .start), line: "GET http://h/a?x=1"),
    Case(
      id: "given in a parameter",
      open:
        #"{"url":"http://h/a","parameters":{"c":":cursor"},"pagination":{"strategy":"cursor","#
        + #""next":"n"}}"#,
      page: token(#""t""#), line: "GET http://h/a?c=t"),
    Case(
      id: "another URL later",
      open:
        #"{"url":"http://h/a?x=1","pagination":{"strategy":"cursor","next":"n","#
        + #""nextURL":"http://h/b/:cursor"}}"#,
      page: token(#""t/u""#), line: "GET http://h/b/t%2Fu"),
    Case(
      id: "another URL later, relative to the opened one",
      open:
        #"{"url":"http://h/q/a?x=1","pagination":{"strategy":"cursor","next":"n","#
        + #""nextURL":"/next"}}"#,
      page: token(#""t""#), line: "GET http://h/next?cursor=t"),
    Case(
      id: "not for the first request",
      open:
        #"{"url":"http://h/a","pagination":{"strategy":"cursor","next":"n","nextURL":"/b"}}"#,
      page: RequestedPage(1, .start), line: "GET http://h/a"),
  ]

  static let links: [Case] = [
    Case(
      id: "as it is, without parameters",
      open:
        #"{"url":"http://h/a","parameters":{"x":1},"headers":{"X-A":"b"},"#
        + #""pagination":{"strategy":"body","next":"n","perPageParameter":"s"}}"#,
      page: link("http://h/b?q=a%3Db+c"), line: "GET http://h/b?q=a%3Db+c | X-A: b"),
    Case(
      id: "the opened body goes along",
      open:
        #"{"url":"http://h/a","method":"POST","body":{"q":1,"n":":perPage"},"#
        + #""pagination":{"strategy":"body","next":"n"}}"#,
      page: link("http://h/b"), line: #"POST http://h/b | {"q":1,"n":25}"#),
    Case(
      id: "another method, no body",
      open:
        #"{"url":"http://h/a","method":"POST","body":{"q":1},"pagination":{"strategy":"body","#
        + #""next":"n"}}"#,
      page: link("http://h/b", method: "GET"), line: "GET http://h/b"),
    Case(
      id: "a body and headers of its own",
      open:
        #"{"url":"http://h/a","headers":{"x-t":"a"},"pagination":{"strategy":"body","next":"n"}}"#,
      page: link(
        "http://h/b", method: "POST", body: #"{"t":1.10}"#,
        headers: [HTTPField(name: "X-T", value: "b")]),
      line: #"POST http://h/b | X-T: b | {"t":1.10}"#),
    Case(
      id: "a text body of its own",
      open: #"{"url":"http://h/a","pagination":{"strategy":"body","next":"n"}}"#,
      page: link("http://h/b", method: "POST", body: #""a=b""#), line: "POST http://h/b | a=b"),
    Case(
      id: "parameters that are named go along where the link lacks them",
      open:
        #"{"url":"http://h/a?v=1&g=2&s=9","parameters":{"f":["x","y"]},"#
        + #""pagination":{"strategy":"body","next":"n","keepParameters":["v","f","s"]}}"#,
      page: link("http://h/a?s=b7"), line: "GET http://h/a?s=b7&v=1&f=x&f=y"),
    Case(
      id: "all of them, and the size",
      open:
        #"{"url":"http://h/a?v=1","#
        + #""pagination":{"strategy":"link","keepParameters":true,"perPageParameter":"limit"}}"#,
      page: link("http://h/a?s=b7"), line: "GET http://h/a?s=b7&v=1&limit=25"),
    Case(
      id: "none goes to another origin",
      open:
        #"{"url":"http://h/a?v=1","pagination":{"strategy":"link","keepParameters":true}}"#,
      page: link("http://other/a?s=b7"), line: "GET http://other/a?s=b7"),
  ]

  @Test(arguments: patterns + parameters + carriers + cursors + links)
  func requestIsMade(_ row: Case) throws {
    #expect(try pager(row.open).line(row.page, pageCount: 10, objectCount: 250) == row.line)
  }

  @Test func parametersForOneRequest() throws {
    var fields = JSONFields(try object(#"{"parameters":{"x":["1","2"],"y":null}}"#))
    let more = try RequestTemplate.queryParameters(&fields)
    let paged = try pager(
      #"{"url":"http://h/a?n=:perPage&y=0&x=0","pagination":{"strategy":"page"}}"#)
    #expect(paged.line(RequestedPage(1), more: more) == "GET http://h/a?n=25&x=1&x=2&page=1")
    #expect(paged.line(RequestedPage(1)) == "GET http://h/a?n=25&y=0&x=0&page=1")
    let linked = RequestedPage(2, .link(PageLink(url: "http://h/b")))
    #expect(paged.line(linked, more: more) == "GET http://h/b")
  }

  /// Params that are refused, and why.
  struct Refused: NamedCase {
    let open: String
    let reason: String
    var id: String { open }
  }

  private static let method = "the name of an HTTP method"
  private static let url = "an absolute URL that starts with http:// or https://"

  static let refused: [Refused] = [
    Refused(open: "{}", reason: "url: missing"),
    Refused(open: #"{"url":null}"#, reason: "url: missing"),
    Refused(open: #"{"url":7}"#, reason: "url: expected a string"),
    Refused(open: #"{"url":"/a"}"#, reason: "url: expected \(url)"),
    Refused(open: #"{"url":"ftp://h/a"}"#, reason: "url: expected \(url)"),
    Refused(open: #"{"url":"http://"}"#, reason: "url: expected \(url)"),
    Refused(open: #"{"url":"http://h/a b"}"#, reason: "url: expected \(url)"),
    Refused(open: #"{"url":"http://h/\u0000"}"#, reason: "url: expected \(url)"),
    Refused(
      open: #"{"url":"http://h/:offset:perPage"}"#,
      reason: "url: expected something between :offset and :perPage"),
    Refused(
      open: #"{"url":"http://h/","method":"GET /"}"#, reason: "method: expected \(method)"),
    Refused(open: #"{"url":"http://h/","method":""}"#, reason: "method: expected \(method)"),
    Refused(
      open: #"{"url":"http://h/","headers":{"A":"b\r\nC: d"}}"#,
      reason: "headers.A: expected a string without line breaks"),
    Refused(
      open: #"{"url":"http://h/","headers":{"A":1}}"#,
      reason: "headers.A: expected a string without line breaks"),
    Refused(
      open: #"{"url":"http://h/","headers":{"A b":"c"}}"#,
      reason: "headers.A b: expected the name of an HTTP header"),
    Refused(
      open: #"{"url":"http://h/","parameters":{"a.b":{}}}"#,
      reason: #"parameters.a\.b: expected a string, a number, a boolean, a list of them or null"#),
    Refused(
      open: #"{"url":"http://h/","parameters":{"a":[{}]}}"#,
      reason: "parameters.a: expected a string, a number, a boolean, a list of them or null"),
    Refused(
      open: #"{"url":"http://h/","parameters":{"":1}}"#,
      reason: "parameters.: expected a parameter whose name is not empty"),
    Refused(
      open: #"{"url":"http://h/","parameters":{"a":[1,[2]]}}"#,
      reason: "parameters.a: expected a string, a number, a boolean, a list of them or null"),
    Refused(
      open: #"{"url":"http://h/","pagination":{"strategy":"page","pageParameter":""}}"#,
      reason: "pagination.pageParameter: expected a name that is not empty"),
    Refused(
      open: #"{"url":"http://h/","pagination":{"strategy":"link","next":[]}}"#,
      reason:
        "pagination.next: expected a name that is not empty, or a list of such names"),
    Refused(
      open: #"{"url":"http://h/","parameters":{"a":":cursor:offset"}}"#,
      reason: "parameters.a: expected something between :cursor and :offset"),
    Refused(
      open: #"{"url":"http://h/","body":{"a":[":cursor:offset"]}}"#,
      reason: "body: expected something between :cursor and :offset"),
    Refused(
      open: #"{"url":"http://h/","parameters":"a=b"}"#, reason: "parameters: expected an object"),
    Refused(open: #"{"url":"http://h/","typo":1}"#, reason: "typo: unknown"),
  ]

  @Test(arguments: refused)
  func wrongParamsAreRefused(_ row: Refused) throws {
    #expect(try refusal(row.open) == row.reason)
  }
}
