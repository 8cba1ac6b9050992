import JSON
import Profiles
import Text

extension Option {
  static let pastCeiling = Option(
    "past-ceiling",
    "Where the API gives fewer items than it has, split the walk into slices as the profile says")
  static let slices = Option(
    "slices", "FROM..TO", .text,
    "The range to split: dates, times (RFC 3339) or whole numbers; TO may be now. The bounds of a "
      + "slice are {from} and {to} in the request, unless the profile knows where they belong")
  static let sliceBy = Option(
    "slice-by", "PATH", .text, "Key path of an item's own value of that range, such as created_at")
  static let ceiling = Option(
    "ceiling", "N", .integer(1...Int.max), param: "ceiling",
    "The most items that the API gives, whatever total it reports (default: the profile's)")
}

extension OptionGroup {
  /// One list in many parts.
  static let slices = OptionGroup("Past the ceiling", [.pastCeiling, .slices, .sliceBy, .ceiling])
}

/// The slices that a command line asks for.
enum SliceOptions {
  /// `slices` of `open`; nil: the walk is not split. `open`: what `--open` has of it.
  static func params(
    _ arguments: Arguments, open: JSONValue?, profile: Profile?
  ) throws(UsageError) -> JSONValue? {
    let (range, by) = (arguments.text(.slices), arguments.text(.sliceBy))
    guard range != nil || by != nil || arguments.isSet(.pastCeiling) else { return nil }
    var object = open?.objectValue ?? JSONObject()
    if let range {
      guard let dots = range.firstRange(of: ".."), dots.lowerBound > range.startIndex,
        dots.upperBound < range.endIndex
      else { throw UsageError("--slices needs FROM..TO, such as 2015-01-01..now") }
      object["from"] = bound(String(range[..<dots.lowerBound]))
      object["to"] = bound(String(range[dots.upperBound...]))
    }
    if let by { object["by"] = .string(by) }
    let own = profile?.open["slices"]
    if own == nil, object["from"] == nil {
      throw UsageError(
        "--past-ceiling needs a profile that has slices, such as github-search, or "
          + "--slices FROM..TO and --slice-by PATH")
    }
    return object.isEmpty ? true : .object(object)
  }

  private static func bound(_ text: String) -> JSONValue {
    Int(text).map(JSONValue.integer) ?? .string(text)
  }

  /// `; --past-ceiling splits the walk by created_at`, the advice at the end of a walk that has
  /// reached the API's ceiling.
  static func advice(_ profile: Profile?) -> String {
    guard let own = profile?.open["slices"] else {
      return "; --slices FROM..TO with --slice-by PATH splits the walk"
    }
    let range = own["from"] == nil ? " with --slices FROM..TO" : ""
    guard let by = own["by"]?.stringValue else {
      return "; --past-ceiling\(range) with --slice-by PATH splits the walk"
    }
    return "; --past-ceiling\(range) splits the walk by \(by)"
  }
}
