import Wire

extension ErrorSetting {
  /// The name of the setting on the command line.
  var option: String {
    switch self {
    case .itemsPath: Option.items.long
    case .identity: Option.identity.long
    case .inner: Option.inner.long
    case .credentials: "--token '{env:NAME}', --user or --header"
    case .accept: "\(Option.header.long) Accept:"
    case .auth: Option.auth.long
    case .pagination: Option.pagination.long
    case .perPageParameter: "perPageParameter in \(Option.pagination.long)"
    case .profile: Option.profile.long
    case .timeoutSeconds: Option.timeout.long
    case .caFile: Option.caFile.long
    case .proxy: Option.proxy.long
    case .allowedOrigins: Option.allowedOrigin.long
    case .trustedOrigins: "\(rawValue) of \(Option.open.long)"
    case .wholeWalk: Option.fresh.long
    case .refreshTokenFile: "refreshTokenFile in \(Option.auth.long)"
    case .until, .responseBytesMax, .retryWaitSecondsMax: "\(rawValue) in \(Option.open.long)"
    }
  }
}
