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

  /// What follows the items, as an object.
  private var tail: [UInt8] {
    var writer = JSONWriter(reservingCapacity: 1_536)
    writer.beginObject()
    writer.key("loaded")
    writer.beginArray()
    for range in loaded {
      writer.beginArray()
      writer.integer(range.lowerBound)
      writer.integer(range.upperBound)
      writer.endArray()
    }
    writer.endArray()
    writer.member("count", count)
    writer.key("pages")
    writer.beginObject()
    writer.key("loading")
    writer.value(.array(loadingPages.map(JSONValue.integer)))
    writer.key("failed")
    writer.beginArray()
    for (page, error) in failedPages {
      writer.beginObject()
      writer.member("page", page)
      writer.key("error")
      error.object(page: page).write(to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.key("state")
    snapshot.write(to: &writer)
    writer.endObject()
    return writer.bytes
  }
}
