package import JSON
import Mapping
package import Sessions

extension LoadedPage {
  /// The page result as in protocol/; the items are spliced in.
  package var result: JSONFragments {
    var head = JSONWriter()
    head.beginObject()
    head.member("paginatorId", snapshot.request.paginatorID)
    head.member("page", page)
    head.key("items")
    var fragments = JSONFragments(head.bytes)
    content.appendItems(items, to: &fragments)
    let tail = JSONWriter.object { tail in
      if !content.lists.isEmpty, !isPartial { writeResults(to: &tail) }
      if !content.issues.isEmpty { writeIssues(to: &tail) }
      tail.key("response")
      facts.write(to: &tail)
      tail.member("state", snapshot)
    }
    fragments.append(continuing: tail)
    return fragments
  }

  /// With several lists: each under its key path.
  private func writeResults(to writer: inout JSONWriter) {
    writer.object("results") { writer in
      for (keyPath, items) in content.lists {
        var list = JSONFragments()
        content.appendItems(items, to: &list)
        writer.key(text: keyPath)
        writer.raw(list.joined())
      }
    }
  }

  private func writeIssues(to writer: inout JSONWriter) {
    writer.member("issues", .array(content.issues.map(\.json)))
    if let omitted = content.mapped?.issuesOmitted, omitted > 0 {
      writer.member("issuesOmitted", omitted)
    }
  }
}

extension ResponseFacts {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("status", status)
      writer.member("url", url)
      writer.member("bytes", bytes)
      writer.key("durationMs")
      writer.double((durationMilliseconds * 1_000).rounded() / 1_000)
      writer.member("attempts", attempts)
      writer.member("notModified", notModified)
    }
  }
}
