import JSON
import Text
import Wire

/// Records which option has set which params, so that errors in them are reported in the words of
/// the command line.
struct ParamSources {
  private let command: String
  /// The name of `--open` in messages; nil if there is none.
  var open: String?
  private var optionByPath: [String: String] = [:]
  /// The place of the mapping of `--map` in the params, and its name.
  private var map: (path: String, name: String)?

  init(command: String) {
    self.command = command
  }

  mutating func note(_ path: String, _ option: String) { optionByPath[path] = option }

  mutating func noteMap(at path: String, _ name: String) { map = (path, name) }

  func knows(_ path: String) -> Bool { optionByPath[path] != nil }

  func sentence(_ error: JSONFieldError) -> String {
    if let map, error.path.hasPrefix(map.path) {
      let inside = String(error.path.dropFirst(map.path.count + 1))
      let sentence = JSONFieldError(path: inside, problem: error.problem).sentence
      return ShownText.withoutPeriod("\(map.name): \(sentence)")
    }
    if error.path == "url", error.problem == .missing {
      return "\(command) needs a URL; neither the profile nor --open gives one"
    }
    let option = optionByPath.first { path, _ in
      error.path == path || error.path.hasPrefix(path + ".")
    }
    guard let (path, name) = option else {
      return ShownText.withoutPeriod(open.map { "\($0): \(error.sentence)" } ?? error.sentence)
    }
    if error.path == path, case .expected(let what, let nearest) = error.problem {
      return "\(name) must be \(what)" + (nearest.map { "; did you mean \($0)?" } ?? "")
    }
    return ShownText.withoutPeriod("\(name): \(error.sentence)")
  }
}
