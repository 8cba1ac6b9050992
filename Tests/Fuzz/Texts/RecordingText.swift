import TestInput

/// Random HAR files: as we write them, as browsers write them, and what nobody should write.
struct RecordingText {
  /// A recording whose entries have URLs of their own, and the body that each has.
  func sound(_ random: inout SeededGenerator, base: String) -> (
    text: String, bodies: [String: String]
  ) {
    var bodies: [String: String] = [:]
    let entries = (0..<random.below(5)).map { number in
      let url = "\(base)/a?page=\(number)&x=\(random.below(100))"
      let body = "[{\"id\":\(random.below(1_000))}]"
      bodies[url] = body
      return entry(url: url, status: 200, content: "{\"text\":\(quoted(body))}")
    }
    return (file(entries, creator: random.pick(["paginator", "Firefox"])), bodies)
  }

  /// A recording of anything.
  func any(_ random: inout SeededGenerator, base: String) -> String {
    let entries = (0..<random.below(5)).map { _ in
      let url = random.pick([
        base + "/a", "/a", "", "http://[", "file:///etc/passwd", "http://u:p@h/", "ftp://h/",
        "\\u0000",
      ])
      let content = random.pick([
        "null", "{}", "{\"text\":\"[]\"}", "{\"_file\":\"../../etc/passwd\"}",
        "{\"_file\":\"/etc/passwd\"}", "{\"_file\":\"..\"}", "{\"_file\":\"\"}",
        "{\"_file\":\"recording.har\"}", "{\"_file\":\"a\\u0000b\"}",
        "{\"encoding\":\"base64\",\"text\":\"W10\"}", "{\"encoding\":\"base64\",\"text\":\"*\"}",
        "{\"size\":9223372036854775807,\"text\":\"\"}", "{\"size\":-1}", "{\"text\":7}",
        "{\"size\":1e400,\"text\":\"[]\"}", JSONText().value(&random),
      ])
      let status = random.pick([
        "200", "0", "-1", "304", "301", "999", "1e3", "9223372036854775808", "\"200\"", "null",
      ])
      let time = random.pick(["1", "-1", "1e400", "9223372036854775807", "null", "\"x\""])
      let started = random.pick([
        "2026-11-21T09:30:00.000Z", "9999-12-31T23:59:59Z", "0000-00-00", "", "x",
      ])
      let headers = random.pick([
        "[]", "null", "[{\"name\":\"Location\",\"value\":\"/b\"}]", "[{\"name\":7}]",
        "[{\"name\":\"A\",\"value\":\"b\\nc\\r\\nd\"}]", "{}",
        "[{\"name\":\"Content-Encoding\",\"value\":\"gzip\"}]",
      ])
      return entry(
        url: url, status: status, content: content, headers: headers, time: time,
        started: started)
    }
    return file(entries, creator: random.pick(["paginator", "WebInspector", "x"]))
  }

  private func file(_ entries: [String], creator: String) -> String {
    "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"\(creator)\",\"version\":\"1\"},"
      + "\"entries\":[\(entries.joined(separator: ",\n"))]}}"
  }

  private func entry(
    url: String, status: some CustomStringConvertible, content: String, headers: String = "[]",
    time: String = "1", started: String = "2026-11-21T09:30:00.000Z"
  ) -> String {
    "{\"startedDateTime\":\"\(started)\",\"time\":\(time),"
      + "\"request\":{\"method\":\"GET\",\"url\":\"\(url)\",\"headers\":[]},"
      + "\"response\":{\"status\":\(status),\"headers\":\(headers),\"content\":\(content)}}"
  }

  private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\"", with: "\\\""))\""
  }
}
