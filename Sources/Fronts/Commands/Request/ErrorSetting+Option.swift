import Wire

extension ErrorSetting {
  /// The name of the setting on the command line.
  var option: String {
    switch self {
    case .credentials: "--token '{env:NAME}', --user or --header"
    case .accept: "\(Option.header.long) Accept:"
    case .perPageParameter: "perPageParameter in \(Option.pagination.long)"
    case .trustedOrigins: "\(rawValue) of \(Option.open.long)"
    case .wholeWalk: Option.fresh.long
    case .refreshTokenFile: "refreshTokenFile in \(Option.auth.long)"
    default:
      Command.fetch.options.first { $0.param == rawValue }?.long
        ?? "\(rawValue) in \(Option.open.long)"
    }
  }
}
