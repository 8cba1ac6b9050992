import Text

/// The methods by name: one line each.
enum Router {
  static let methods: [any Method.Type] = [
    Open.self,
    State.self,
    LoadNextPage.self,
    LoadPreviousPage.self,
    LoadPage.self,
    Cancel.self,
    Configure.self,
    Reset.self,
    Refresh.self,
    Close.self,
    List.self,
    Items.self,
    Touch.self,
    PageForIndex.self,
    IndexesForPage.self,
    LoadAll.self,
    GiveCheckpoint.self,
    GiveRequests.self,
    Detect.self,
    Profiles.self,
    Discover.self,
  ]

  /// Full names in the order of the table, without `rpc.discover`.
  static let names = methods.map { $0.name }.filter { $0.hasPrefix(prefix) }

  /// The method of a name; a name without a slash is looked up under `paginator/`.
  static func method(_ name: String) -> (any Method.Type)? {
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
