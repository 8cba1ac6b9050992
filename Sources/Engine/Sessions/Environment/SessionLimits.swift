/// Limits on the resources of the paginators of one process.
package struct SessionLimits: Sendable {
  /// The most paginators that may be open at once.
  package var paginatorsMax = 100_000
  /// About how many bytes the settings of all of them may take.
  package var settingsBytesMax = 1 << 30
  /// The most loads of one paginator that may wait.
  package var waitingLoadsMax = 10_000
  /// The most items that one window may show.
  package var windowItemsMax = 10_000
  /// The most bytes of memory that a walk collects when its result holds all items.
  package var collectedBytesMax = 1 << 30
  /// A walk whose client has this many bytes to read waits until it has read them.
  package var unsentBytesMax = 1 << 20
  /// The most pages of lists within items that one call may request.
  package var innerPagesMax = Int.max

  /// The defaults.
  package init() {}
}
