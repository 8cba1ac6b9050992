import Detection
import HTTP
import JSON
import Pagination
import Profiles
import Secrets
import Sessions
import Text

/// The findings of detection, as a profile that can be written to a file.
struct SavedProfile {
  let params: JSONObject
  /// The variables that stand for secrets which the command line shows.
  let variables: [String]

  /// `written`: the params as they are written on the command line; `found`: the candidate.
  init(_ name: String, _ written: CommandLineParams, _ request: APIRequest, _ found: Candidate) {
    var params = JSONObject()
    if let base = written.object["profile"] { params["extends"] = base }
    for (name, value) in written.object.members where !SavedProfile.unsaved.contains(name) {
      params[name] = value
    }
    var open = found.open
    // A list that fits on one page does not show how it goes on: that is detected with each request.
    if found.strategy == .single, open["itemsPath"] != "" { open["pagination"] = nil }
    params = ParameterMerge.apply(SavedProfile.escaped(open), to: params)
    if params["title"] == nil, params["extends"] == nil {
      params["title"] = .string(SavedProfile.title(written))
    }
    var names = SecretNames(profile: name)
    let secrets = request.settings.credentials?.secrets ?? []
    self.params = names.taken(from: params) { request.secrets.areIn($0, and: secrets) }
    variables = names.variables
  }

  /// Escapes text from the API, in which `{env:NAME}` is not a variable.
  private static func escaped(_ found: JSONObject) -> JSONObject {
    let escaped = JSONValue.object(found).mapTexts { _, text in EnvironmentReferences.escaped(text)
    }
    return escaped.objectValue ?? found
  }

  /// `api.example.com/articles`: what `paginator profiles` lists next to the name.
  private static func title(_ written: CommandLineParams) -> String {
    let url = URLParts(Redactor().mask(url: written.object["url"]?.stringValue ?? ""))
    return String((url.authority ?? "") + url.path)
  }

  /// Params that a profile does not have, or that are detected again.
  private static let unsaved = OpenField.names([.ofCall, .ofPaginator, .detected])
}
