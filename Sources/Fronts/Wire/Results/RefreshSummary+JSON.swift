import JSON
package import Sessions

extension RefreshSummary {
  package var result: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("pages")
    writer.beginArray()
    for page in pages {
      writer.beginObject()
      writer.member("page", page.page)
      writer.member("changed", page.changed)
      if let added = page.added { writer.member("added", .array(added)) }
      if let removed = page.removed { writer.member("removed", .array(removed)) }
      if let updated = page.updated { writer.member("updated", .array(updated)) }
      if let error = page.error {
        writer.key("error")
        error.object(page: page.page).write(to: &writer)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.key("state")
    snapshot.write(to: &writer)
    writer.endObject()
    return writer.bytes
  }
}
