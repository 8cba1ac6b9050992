/// Counts of what a run has done so far.
///
/// Of the items of a table, each is one of `inserted`, `updated`, `unchanged` and `duplicates`, unless
/// it is null and the table has an identity.
package struct RunCounts: Sendable, Equatable {
  /// Pages that were delivered.
  package var pages = 0
  /// Items that were delivered.
  package var items = 0
  /// Rows that are new.
  package var inserted = 0
  /// Rows that became other ones.
  package var updated = 0
  /// Rows that the item was equal to.
  package var unchanged = 0
  /// Rows that were taken away at the end.
  package var deleted = 0
  /// Items whose row this run had seen before.
  package var duplicates = 0

  /// Counts of what was delivered.
  package init(pages: Int = 0, items: Int = 0, duplicates: Int = 0) {
    (self.pages, self.items, self.duplicates) = (pages, items, duplicates)
  }
}
