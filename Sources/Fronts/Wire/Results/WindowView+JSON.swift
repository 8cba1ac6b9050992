package import JSON
package import Sessions

extension WindowView {
  /// The window as in protocol/.
  package var result: JSONFragments {
    var head = JSONWriter()
    head.beginObject()
    head.member("start", start)
    head.key("items")
    var fragments = JSONFragments(head.bytes)
    fragments.append(items)
    fragments.append(continuing: tail)
    return fragments
  }

  /// The members after the items, as an object.
  private var tail: [UInt8] {
    JSONWriter.object(reservingCapacity: 1_536) { writer in
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
              writer.member("error", error.object(page: page))
            }
          }
        }
      }
      writer.member("state", snapshot)
    }
  }
}
