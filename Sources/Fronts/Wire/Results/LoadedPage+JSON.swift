package import JSON
import Mapping
package import Sessions

extension LoadedPage {
  /// The page result as in protocol/; the items are spliced in.
  package var result: JSONFragments {
    snapshot.result { writer, fragments in
      writer.member("paginatorId", snapshot.request.paginatorID)
      writer.member("page", page)
      writer.key("items")
      writer.move(to: &fragments)
      content.appendItems(items, to: &fragments)
      if !content.lists.isEmpty, !isPartial { writeResults(to: &writer) }
      if !content.issues.isEmpty { writeIssues(to: &writer) }
      facts.write(to: &writer)
    }
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
  /// The member `response`.
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object("response") { writer in
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
