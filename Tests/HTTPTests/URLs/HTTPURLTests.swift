import HTTP
import TestSupport
import Testing
import Text

@Suite struct HTTPURLTests {
  @Test func urlIsTakenApart() throws {
    let url = try HTTPURL.parse("HTTP://us%65r:p%40w@Example.com:80/a/../b c?x=1&y=ü#top")
    #expect(url.text == "http://us%65r:p%40w@example.com/b%20c?x=1&y=%C3%BC")
    #expect(url.scheme == "http")
    #expect(url.host == "example.com")
    #expect(url.port == 80)
    #expect(url.path == "/b%20c")
    #expect(url.query == "x=1&y=%C3%BC")
    #expect(url.user == "user")
    #expect(url.password == "p@w")
    #expect(url.origin == Origin("http://example.com"))
    #expect(try HTTPURL.parse(url.text) == url)
  }

  @Test(arguments: [
    TestCase("no path", "http://h", "http://h/"),
    TestCase("query without path", "http://h?x=1", "http://h/?x=1"),
    TestCase("empty query", "http://h/a?", "http://h/a"),
    TestCase("fragment", "http://h/a#b?c", "http://h/a"),
    TestCase("second question mark", "http://h/a?b?c", "http://h/a?b?c"),
    TestCase("https default port", "https://h:443/", "https://h/"),
    TestCase("port kept", "https://h:80/", "https://h:80/"),
    TestCase("encoding kept as written", "http://h/a%2fB%zz", "http://h/a%2fB%zz"),
    TestCase("space in query", "http://h/?a=b c", "http://h/?a=b%20c"),
    TestCase("quotes and brackets", "http://h/<a>?\"b\"", "http://h/%3Ca%3E?%22b%22"),
    TestCase("blanks around", "  http://h/a ", "http://h/a"),
    TestCase("literal colon", "http://h/do:123", "http://h/do:123"),
    TestCase("user only", "http://token@h/", "http://token@h/"),
    TestCase("IPv6", "http://[::1]:8080/x", "http://[::1]:8080/x"),
    TestCase("short IPv4", "http://127.1/", "http://127.0.0.1/"),
    TestCase("non-ASCII userinfo", "http://ü:p@h/", "http://%C3%BC:p@h/"),
  ])
  func textIsWhatIsSent(_ test: TestCase<String, String>) throws {
    #expect(try HTTPURL.parse(test.input).text == test.expected)
  }

  @Test(arguments: [
    "", "h", "//h/x", "/x", "?x", "localhost:8080/x", "http:", "http:/h", "http:h", "http://",
    "http://h:99999/", "http://h:x/", "http://a b/", "http://[::1/", "http://h/\u{0}",
    "http://h/a\r\nX: y", "http://h/\u{7F}", #"http://h\@evil/"#, #"http://h:80\@evil/"#,
    #"http://h\evil/"#, #"http:\\evil/"#, #"http:/\evil/"#, #"http://u\:p@h/"#,
  ])
  func malformedURLIsRefused(_ text: String) {
    let error = #expect(throws: HTTPError.self) { try HTTPURL.parse(text) }
    guard case .invalidURL = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    TestCase("file", "file:///etc/hostname", "file"),
    TestCase("ftp", "FTP://h/x", "ftp"),
    TestCase("data", "data:text/plain,x", "data"),
    TestCase("mailto", "mailto:a@b", "mailto"),
    TestCase("javascript", "javascript:alert(1)", "javascript"),
    TestCase("gopher", "gopher://h/", "gopher"),
  ])
  func otherSchemesAreRefused(_ test: TestCase<String, String>) throws {
    #expect(throws: HTTPError.unsupportedScheme(test.expected)) {
      try HTTPURL.parse(test.input)
    }
    let base = try HTTPURL.parse("http://h/")
    #expect(throws: HTTPError.unsupportedScheme(test.expected)) {
      try base.resolving(test.input)
    }
  }

  /// RFC 3986 section 5.4 without its fragments, which are not sent, and without "g:h" and
  /// "http:g", which are no http or https URLs here.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
    ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g"),
  ])
  func referencesAreResolvedAsTheRFCSays(_ reference: String, _ expected: String) throws {
    let base = try HTTPURL.parse("http://a/b/c/d;p?q")
    #expect(try base.resolving(reference).text == expected)
  }

  @Test(arguments: [
    TestCase("query only", "?page=2", "http://u:p@h:8080/x/y?page=2"),
    TestCase("root-relative", "/r?a=http://q:1/", "http://u:p@h:8080/r?a=http://q:1/"),
    TestCase("path-relative", "q", "http://u:p@h:8080/x/q"),
    TestCase("scheme-relative has its own userinfo only", "//o/w", "http://o/w"),
    TestCase("absolute has its own userinfo only", "http://h:8080/w", "http://h:8080/w"),
    TestCase("spaces and non-ASCII", "a b?ü=c d", "http://u:p@h:8080/x/a%20b?%C3%BC=c%20d"),
    TestCase("blanks around", " /r ", "http://u:p@h:8080/r"),
    TestCase("a backslash is no slash", #"/\evil/"#, #"http://u:p@h:8080/\evil/"#),
    TestCase("nor are two", #"\\evil/"#, #"http://u:p@h:8080/x/\\evil/"#),
    TestCase("nor one before an @", #"/\@evil/"#, #"http://u:p@h:8080/\@evil/"#),
  ])
  func referencesKeepUserinfoUnlessTheyNameAHost(_ test: TestCase<String, String>) throws {
    let base = try HTTPURL.parse("http://u:p@h:8080/x/y?z")
    #expect(try base.resolving(test.input).text == test.expected)
  }

  @Test(arguments: [
    TestCase("fragment stays", "q#top", "http://h:8080/x/q#top"),
    TestCase("fragment of an absolute one", "https://o/w?a=1#b#c", "https://o/w?a=1#b#c"),
    TestCase("fragment only", "#f g", "http://h:8080/x/y?z#f%20g"),
    TestCase("empty", "", "http://h:8080/x/y?z"),
    TestCase("relative without userinfo", "/r", "http://h:8080/r"),
    TestCase("userinfo of its own", "http://a:b@o/", "http://a:b@o/"),
    TestCase("another scheme", "mailto:a@b.c", "mailto:a@b.c"),
    TestCase("another scheme with a host", "ftp://o/w#x", "ftp://o/w#x"),
  ])
  func linksToShowKeepTheirFragment(_ test: TestCase<String, String>) throws {
    let base = try HTTPURL.parse("http://u:p@h:8080/x/y?z")
    #expect(try base.link(test.input) == test.expected)
  }

  @Test(arguments: ["http:", "/a\r\nb", "http://h:x/", "localhost:80/x", "a#b\u{7}"])
  func malformedLinkIsRefused(_ reference: String) throws {
    let base = try HTTPURL.parse("http://h/")
    #expect(throws: HTTPError.self) { try base.link(reference) }
  }

  @Test(arguments: [
    "http:", "http:g", "https:/x", "/a\r\nb", "http://h:x/", #"//h\@evil/"#, #"//evil\.h/"#,
  ])
  func malformedReferenceIsRefused(_ reference: String) throws {
    let base = try HTTPURL.parse("http://h/")
    #expect(throws: HTTPError.self) { try base.resolving(reference) }
  }

  @Test func queryIsReplaced() throws {
    let url = try HTTPURL.parse("http://u:p@h/a?b=1")
    #expect(url.replacingQuery("c=2").text == "http://u:p@h/a?c=2")
    #expect(url.replacingQuery("c=a b#&ü").text == "http://u:p@h/a?c=a%20b%23&%C3%BC")
    #expect(url.replacingQuery(nil).text == "http://u:p@h/a")
    #expect(url.replacingQuery("").query == nil)
    #expect(try HTTPURL.parse("http://h/a").replacingQuery("x").text == "http://h/a?x")
    let replaced = url.replacingQuery("c=a b")
    #expect(try HTTPURL.parse(replaced.text) == replaced)
  }

  @Test func aURLLikeAKnownOneIsParsedAsAnyOther() throws {
    var random = SeededGenerator()
    let heads = [
      "http://h/a", "http://u:p%40@h:8080/a//b", "https://[::1]/", "HTTP://H/a", "http://h",
      "http://h/a/../b",
      "http://hh/a", "http://h/a/",
    ]
    let marks = "?&=#%+ \\\"<ü/:@;\n\0az09".unicodeScalars.map { String($0) }
    func text() -> String {
      let tail = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        marks.randomElement(using: &random) ?? ""
      }
      let mark = random.chance(90) ? "?" : ""
      return (heads.randomElement(using: &random) ?? "") + mark + tail.joined()
    }
    func parsed(_ text: String, like known: HTTPURL? = nil) -> Result<HTTPURL, HTTPError> {
      do throws(HTTPError) {
        return .success(
          known == nil ? try HTTPURL.parse(text) : try HTTPURL.parse(text, like: known))
      } catch {
        return .failure(error)
      }
    }
    for _ in 0..<3_000 {
      guard let known = try? parsed(text()).get() else { continue }
      let text = text()
      #expect(parsed(text, like: known) == parsed(text), "\(text) like \(known)")
    }
    let pages = try (1...2).map { try HTTPURL.parse("http://h/a?page=\($0)") }
    #expect(try HTTPURL.parse("http://h/a?page=2", like: pages[0]) == pages[1])
  }

  @Test func userinfoIsReplaced() throws {
    let url = try HTTPURL.parse("http://u:p%40@h:8080/a@b?c@d")
    let other = try HTTPURL.parse("https://x@o/")
    #expect(url.withUserinfo(of: nil).text == "http://h:8080/a@b?c@d")
    #expect(url.withUserinfo(of: other).text == "http://x@h:8080/a@b?c@d")
    #expect(other.withUserinfo(of: url).text == "https://u:p%40@o/")
    let changed = other.withUserinfo(of: url)
    #expect(try HTTPURL.parse(changed.text) == changed)
  }
}
