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
  /// As the command line gives them, without what the profile adds.
  let params: CommandLineParams
  private(set) var opening: Opening
  /// Those of the params, of the settings, and of the profile.
  let secrets: Secrets

  init(_ options: RequestOptions, detects: Bool = false) throws(UsageError) {
    var params = try CommandLineParams(options)
    if detects { params.detect() }
    try self.init(params, object: params.object)
  }

  /// `object`: the params as they are sent, with placeholders filled in for later values.
  init(_ params: CommandLineParams, object: JSONObject) throws(UsageError) {
    self.params = params
    do throws(SettingsReader.Failure) {
      var (settings, parameters) = try SettingsReader.settings(object, catalog: params.catalog)
      if let path = settings.fetching.http.caFile?.path {
        settings.trust(CertificateFile(path: path, pipeSeconds: ParamText.pipeSeconds))
      }
      opening = try mapError(
        SettingsReader.Failure.field,
        Opening(settings, parameters, nowSeconds: SystemClock.epochSeconds))
      try settings.check(nil)
    } catch {
      throw UsageError(params.secrets.shown(error.sentence(params.sentence)))
    }
    var secrets = params.secrets
    opening.settings.remember(secrets: secrets.fromEnvironment)
    for secret in opening.settings.credentials?.secrets ?? [] { secrets.add(secret) }
    for secret in SecretList(opening.settings).values
    where secret.utf8.count >= Redactor.echoedSecretBytesMin { secrets.add(secret) }
    self.secrets = secrets
  }

  var checkpoint: String? { params.object["checkpoint"]?.stringValue }
  var settings: SessionSettings { opening.settings }
  var parameters: JSONObject { opening.parameters }

  /// The opening of its list, or of one for each of many values.
  func opening(_ each: EachParams?) throws(UsageError) -> Opening {
    guard let each else { return opening }
    do throws(JSONFieldError) {
      return try opening.serving(each)
    } catch {
      guard case .expected(let what, _) = error.problem else {
        throw UsageError("--each: \(error.path) cannot be used")
      }
      throw UsageError("--each needs \(what)")
    }
  }

  /// A session that makes it.
  func session(_ id: String, _ environment: SessionEnvironment) -> Session {
    Session(id: id, settings: settings, parameters: parameters, environment: environment)
  }

  /// A client that writes a line to standard error about each request.
  func traced(_ client: any HTTPClient) -> any HTTPClient {
    TracingClient(client: client) { [secrets] in Terminal.complain(secrets.shown($0)) }
  }
}
