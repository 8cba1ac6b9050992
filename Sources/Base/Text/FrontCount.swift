extension RandomAccessCollection where Index == Int {
  /// How many elements at the front hold, where none after the first that does not holds.
  package func frontCount(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}
