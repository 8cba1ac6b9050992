extension SessionError {
  /// The name of the case, as it stands in `data.kind` and in evidence.
  package var kind: String {
    switch self {
    case .paginatorNotFound: "paginatorNotFound"
    case .paginatorExists: "paginatorExists"
    case .notLoaded: "notLoaded"
    case .noNextPage: "noNextPage"
    case .noPreviousPage: "noPreviousPage"
    case .pageOutOfRange: "pageOutOfRange"
    case .pageNotReachable: "pageNotReachable"
    case .itemOutOfRange: "itemOutOfRange"
    case .requestCancelled: "requestCancelled"
    case .cancelled: "cancelled"
    case .limitExceeded: "limitExceeded"
    case .networkFailed: "networkFailed"
    case .timedOut: "timedOut"
    case .httpStatus: "httpStatus"
    case .tlsFailed: "tlsFailed"
    case .responseTooLarge: "responseTooLarge"
    case .originRefused: "originRefused"
    case .rateLimited: "rateLimited"
    case .invalidResponse: "invalidResponse"
    case .itemsNotFound: "itemsNotFound"
    case .mappingFailed: "mappingFailed"
    case .metadataInvalid: "metadataInvalid"
    case .serverError: "serverError"
    case .paginationLoop: "paginationLoop"
    case .checkpointRejected: "checkpointRejected"
    case .engineUnavailable: "engineUnavailable"
    }
  }
}
