import TestInput

/// Writes the items of a payload; each begins with `common` and is closed by the caller.
struct PayloadWriter {
  var bytes: [UInt8] = []
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func text(_ text: String) {
    bytes += text.utf8
  }

  /// `{"id": 7, "number": "4711", "title": ..., "state", "score", "created_at", "updated_at",
  /// "author": {"login", "id"}`
  mutating func common(_ id: Int) {
    let day = two(number(28) + 1)
    let clock = "\(two(number(24))):\(two(number(60))):\(day)"
    text(#"{"id":\#(id),"number":"\#(number(90_000) + 1_000)","title":""#)
    words(4)
    text(#"","state":"open","score":\#(number(90) + 1).5,"#)
    text(#""created_at":"2024-0\#(id % 9 + 1)-\#(day)T\#(clock).250Z","#)
    text(#""updated_at":"2024-1\#(id % 3)-\#(day)T\#(clock).125+02:00","#)
    text(#""author":{"login":"ada-\#(id % 97)","id":\#(id % 97)}"#)
  }

  /// Large numbers, fractions, small arrays, nested objects.
  mutating func record() {
    text(#","key":\#(number(9_007_199_254_740_991)),"place":["#)
    text("\(number(90)).\(number(9_000) * 10 + 1),-\(number(90) + 1).\(number(9_000) * 10 + 1)]")
    text(#","tags":["maps","sea","north"],"flags":[true,false,null],"sizes":[1,20,300],"#)
    text(#""owner":{"name":""#)
    words(2)
    text(#"","address":{"street":"Kungsgatan \#(number(90))","city":"Malmö"}}"#)
  }

  /// The members of an issue as GitHub's REST API lists it.
  mutating func issue(_ id: Int) {
    let issue = "https://api.github.com/repos/example/articles/issues/\(id)"
    for name in ["url", "html_url"] { text(#","\#(name)":"\#(issue)""#) }
    for name in ["labels", "comments", "events", "timeline"] {
      text(#","\#(name)_url":"\#(issue)/\#(name)""#)
    }
    text(#","node_id":"I_kwDO\#(number(1_000_000_000))","locked":false,"milestone":null"#)
    text(#","comments":\#(number(40)),"closed_at":null,"author_association":"MEMBER""#)
    text(#","active_lock_reason":null,"assignee":null,"user":"#)
    user()
    text(#","assignees":["#)
    user()
    text(#"],"labels":["#)
    for label in 0..<2 {
      text(#"\#(label > 0 ? "," : ""){"id":\#(number(1_000_000_000)),"node_id":"LA_\#(label)","#)
      text(#""url":"https://api.github.com/repos/example/articles/labels/\#(label)","#)
      text(#""name":"area: \#(label)","color":"ededed","default":false,"description":""#)
      words(6)
      text(#""}"#)
    }
    text(#"],"reactions":{"url":"\#(issue)/reactions","total_count":0"#)
    for name in ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"] {
      text(#","\#(name)":\#(number(3))"#)
    }
    text(#"},"body":""#)
    for _ in 0..<6 {
      words(24)
      text(#".\n\n\"quoted\" "#)
    }
    text(#"""#)
  }

  private mutating func user() {
    let login = "ben-\(number(99))"
    text(#"{"login":"\#(login)","id":\#(number(100_000)),"node_id":"U_kgDO\#(number(90_000))""#)
    let address = "https://api.github.com/users/\(login)"
    for name in ["avatar", "html", "followers", "following", "gists", "starred", "subscriptions"] {
      text(#","\#(name)_url":"\#(address)/\#(name)""#)
    }
    for name in ["organizations", "repos", "events", "received_events"] {
      text(#","\#(name)_url":"\#(address)/\#(name)""#)
    }
    text(#","type":"User","site_admin":false}"#)
  }

  private mutating func words(_ count: Int) {
    for word in 0..<count {
      if word > 0 { text(" ") }
      text(Self.words[number(Self.words.count)])
    }
  }

  private mutating func number(_ bound: Int) -> Int {
    random.below(bound)
  }

  private func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static let words = [
    "walk", "along", "the", "old", "quay", "and", "what", "was", "found", "there", "after",
    "rain", "with", "many", "doors", "harbour",
  ]
}
