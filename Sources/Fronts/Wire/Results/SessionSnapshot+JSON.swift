package import JSON
import RPC
package import Sessions

extension SessionSnapshot {
  /// The state as in protocol/, as JSON text.
  package var json: [UInt8] {
    var writer = JSONWriter(reservingCapacity: 1_024)
    write(to: &writer)
    return writer.bytes
  }

  /// A result with this state behind its other members, which `write` writes and splices in.
  func result(_ write: (inout JSONWriter, inout JSONFragments) -> Void) -> JSONFragments {
    var (writer, fragments) = (JSONWriter(), JSONFragments())
    writer.beginObject()
    write(&writer, &fragments)
    writer.key("state")
    self.write(to: &writer)
    writer.endObject()
    writer.move(to: &fragments)
    return fragments
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("paginatorId", request.paginatorID)
    writeRest(to: &writer)
  }

  /// The rest of the state after the id, as JSON text: `,"url":null,...}`. It takes no more memory
  /// than it needs.
  fileprivate var rest: [UInt8] {
    var writer = JSONWriter(reservingCapacity: 1_024)
    writer.beginObject()
    writer.member("paginatorId", request.paginatorID)
    let start = writer.bytes.count
    writeRest(to: &writer)
    return Array(writer.bytes[start...])
  }

  private func writeRest(to writer: inout JSONWriter) {
    writer.member("url", request.url)
    writer.member("patternURL", request.patternURL)
    writer.member("auth", request.auth)
    writer.member("strategy", request.strategy)
    writer.member("loaded", loaded)
    writer.member("loading", loading)
    writer.member("currentPage", currentPage)
    writer.member("perPage", counts.perPage)
    writer.member("firstPage", counts.firstPage)
    writer.member("offset", counts.offset)
    writer.member("pageCount", counts.pageCount)
    writer.member("objectCount", counts.objectCount)
    if let bound = counts.objectCountMin { writer.member("objectCountMin", bound) }
    writer.member("hasPageCount", counts.pageCount != nil)
    writer.member("hasObjectCount", counts.objectCount != nil)
    writer.member("hasNextPage", hasNextPage)
    writer.member("hasPreviousPage", hasPreviousPage)
    writer.array("loadedPages") { writer in
      for run in pages.loaded {
        writer.bounds(run.lowerBound, run.upperBound)
      }
    }
    writer.array("prefetched") { writer in for page in pages.prefetched { writer.integer(page) } }
    writer.object("can") { writer in
      writer.member("forward", can.forward)
      writer.member("backward", can.backward)
      writer.member("jump", can.jump)
      writer.member("count", can.count)
    }
    writer.key("endReason")
    if let endReason { writer.value(endReason.json()) } else { writer.null() }
    writer.array("warnings") { writer in for warning in warnings { writer.value(warning.json) } }
    writer.raw("error", error.map { $0.error.object(page: $0.page).text })
    if let store { store.write(to: &writer) }
    if let lists { writer.member("each", lists.counts(hasDone: true)) }
    writer.endObject()
  }
}

extension WalkableList {
  /// The state as in protocol/, as JSON text.
  package var state: [UInt8] {
    var writer = JSONWriter(reservingCapacity: 1_024)
    writeState(to: &writer)
    return writer.bytes
  }

  /// Writes the state as in protocol/; what has not changed since it was last written is copied.
  package func writeState(to writer: inout JSONWriter) {
    let rest = snapshotText(\.rest)
    writer.beginObject()
    writer.member("paginatorId", id)
    writer.endObject(with: rest)
  }
}

extension StoredRun {
  /// The member `store` of a state.
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object("store") { writer in
      writer.member("path", path)
      writer.member("table", table)
      writer.member("run", run)
      writer.member("pages", pages)
      writer.member("items", items)
      writer.member("inserted", inserted)
      writer.member("updated", updated)
      writer.member("unchanged", unchanged)
      writer.member("duplicates", duplicates)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: StaticString, _ capability: SessionSnapshot.Capability) {
    key(name)
    switch capability {
    case .yes: boolean(true)
    case .no: boolean(false)
    case .visited: string("visited")
    case .unknown: string("unknown")
    }
  }
}
