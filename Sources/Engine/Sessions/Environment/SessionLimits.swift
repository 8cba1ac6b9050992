/// How much the paginators of one process may take up.
package struct SessionLimits: Sendable {
  /// How many may be open at once.
  package var paginatorsMax = 100_000
  /// About how many bytes the settings of all of them may take.
  package var settingsBytesMax = 1 << 30
  /// How many loads of one may wait.
  package var waitingLoadsMax = 10_000
  /// How many items one window may show.
  package var windowItemsMax = 10_000
  /// How many bytes of memory a walk collects whose items all are in its result.
  package var collectedBytesMax = 1 << 30
  /// A walk whose client has this many bytes to read waits until it has read them.
  package var unsentBytesMax = 1 << 20

  /// The defaults.
  package init() {}
}
