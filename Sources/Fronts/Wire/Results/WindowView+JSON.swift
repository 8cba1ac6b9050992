package import JSON
import RPC
package import Sessions

extension WindowView {
  /// The window as in protocol/.
  package var result: JSONFragments {
    snapshot.result { writer, fragments in
      writer.member("start", start)
      writer.key("items")
      writer.move(to: &fragments)
      fragments.append(items)
      writer.array("loaded") { writer in
        for range in loaded {
          writer.bounds(range.lowerBound, range.upperBound)
        }
      }
      writer.member("count", count)
      writer.object("pages") { writer in
        writer.member("loading", .array(loadingPages.map(JSONValue.integer)))
        writer.array("failed") { writer in
          for (page, error) in failedPages {
            writer.object { writer in
              writer.member("page", page)
              writer.raw("error", error.object(page: page).text)
            }
          }
        }
      }
    }
  }
}
