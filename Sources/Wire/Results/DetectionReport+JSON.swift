import JSON
package import Sessions

extension DetectionReport {
  /// `{candidates, confirmed}`.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("candidates", .array(candidates))
    writer.member("confirmed", isConfirmed)
    writer.endObject()
    return writer.bytes
  }
}
