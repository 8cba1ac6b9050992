package import JSON
import RPC
package import Sessions

extension RefreshSummary {
  package var result: JSONFragments {
    let text = JSONWriter.object { writer in
      writer.array("pages") { writer in
        for page in pages {
          writer.object { writer in
            writer.member("page", page.page)
            writer.member("changed", page.changed)
            if let added = page.added { writer.member("added", .array(added)) }
            if let removed = page.removed { writer.member("removed", .array(removed)) }
            if let updated = page.updated { writer.member("updated", .array(updated)) }
            if let error = page.error {
              writer.raw("error", error.object(page: page.page).text)
            }
          }
        }
      }
      writer.raw("state", snapshot.json)
    }
    return JSONFragments(text)
  }
}
