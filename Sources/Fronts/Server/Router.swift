import Text

/// The methods by name.
enum Router {
  static let methods: [Method] = [
    .open, .state, .loadNextPage, .loadPreviousPage, .loadPage, .cancel, .configure, .reset,
    .refresh, .close, .list, .items, .touch, .pageForIndex, .indexesForPage, .loadAll, .checkpoint,
    .requests, .detect, .profiles, .discover,
  ]

  /// Full names in the order of the table, without `rpc.discover`.
  static let names = methods.map(\.name).filter { $0.hasPrefix(prefix) }

  /// The method of a name; a name without a slash is looked up under `paginator/`.
  static func method(_ name: String) -> Method? {
    byName[name] ?? (name.contains("/") ? nil : byName[prefix + name])
  }

  /// The method that a name was probably meant to be; nil: none is like it.
  static func nearest(to name: String) -> String? {
    func bare(_ name: String) -> String {
      name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }
    let known = names + ["initialize", "shutdown", "rpc.discover"]
    return DidYouMean.name(to: bare(name), in: known.map(bare)).flatMap { nearest in
      known.first { bare($0) == nearest }
    }
  }

  private static let prefix = "paginator/"
  private static let byName = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
}
