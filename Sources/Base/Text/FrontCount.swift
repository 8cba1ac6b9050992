extension RandomAccessCollection where Index == Int {
  /// The number of leading elements that satisfy `holds`, found by bisection: after the first that
  /// does not, no other may.
  @inlinable package func frontCount(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}
