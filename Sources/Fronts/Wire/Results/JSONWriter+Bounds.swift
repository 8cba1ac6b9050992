import JSON

extension JSONWriter {
  /// Writes both ends of a range.
  mutating func bounds(_ lower: Int, _ upper: Int) {
    beginArray()
    integer(lower)
    integer(upper)
    endArray()
  }
}
