import HTTP
import JSON
import Secrets
import Series
import Server
import Sessions
import System
import Text

/// A checked request to the API.
struct APIRequest {
  private(set) var settings: SessionSettings
  let parameters: JSONObject
  /// The range that is split; nil: none is.
  let slices: SliceParams?
  /// The advice given if the API's ceiling ends a walk.
  let ceilingAdvice: String
  /// The value of `--open`, as written there; nil if there is none.
  let open: JSONObject?
  let checkpoint: String?
  let secrets: Secrets
  /// Warnings to print on standard error.
  let warnings: [String]

  init(_ options: RequestOptions, detects: Bool = false) throws(UsageError) {
    var params = try CommandLineParams(options)
    if detects { params.detect() }
    try self.init(params, object: params.object, catalog: options.catalog)
  }

  /// `object`: the params as they are sent, with placeholders filled in for later values.
  init(_ params: CommandLineParams, object: JSONObject, catalog: ProfileCatalog) throws(UsageError)
  {
    do throws(SettingsReader.Failure) {
      var (settings, parameters) = try SettingsReader.settings(object, catalog: catalog)
      if let path = settings.fetching.http.caFile?.path {
        settings.trust(CertificateFile(path: path, pipeSeconds: ParamText.pipeSeconds))
      }
      let given = parameters["slices"]
      parameters["slices"] = nil
      slices = try mapErrors(SettingsReader.Failure.field) { () throws(JSONFieldError) in
        guard let given else { return nil }
        let slices = try SliceParams(
          JSONFields(given, path: "slices"), nowSeconds: SystemClock.epochSeconds)
        try ItemSeries.checkSliceable(settings)
        _ = try PartTemplate(parameters, .ranges)
        return slices
      }
      try settings.check(nil)
      (self.settings, self.parameters) = (settings, parameters)
    } catch {
      throw UsageError(params.secrets.shown(error.sentence(params.sentence)))
    }
    checkpoint = params.object["checkpoint"]?.stringValue
    var secrets = params.secrets
    settings.remember(secrets: secrets.fromEnvironment)
    for secret in settings.credentials?.secrets ?? [] { secrets.add(secret) }
    for secret in SecretList(settings).values
    where secret.utf8.count >= Redactor.echoedSecretBytesMin { secrets.add(secret) }
    self.secrets = secrets
    warnings = params.warnings
    open = params.open
    ceilingAdvice = SliceOptions.advice(params.profile)
  }

  /// A session that makes it.
  func session(_ id: String, _ environment: SessionEnvironment) -> Session {
    Session(id: id, settings: settings, parameters: parameters, environment: environment)
  }

  /// A client that writes a line to standard error about each request.
  func traced(_ client: any HTTPClient) -> any HTTPClient {
    TracingClient(client: client) { [secrets] attempt in
      Terminal.complain(secrets.shown(attempt.line))
    }
  }
}
