import JSON
import Series
import Store
import System
import Text
import Wire

extension Option {
  static let each = Option(
    "each", "VALUES", .text,
    "Fetch one list for each of many values; in the request, {item} or {item.KEYPATH} stands for the "
      + "value. - reads them from standard input, FILE has one per line (JSON or text) or is one "
      + "JSON array, and 'FILE.sqlite: SELECT ...' is a query")
  static let keep = Option(
    "keep", "PATH", .text, repeats: true,
    "Copy the part of the --each value at PATH into each of its items, as _item; '' is the whole "
      + "value; repeatable")
}

extension OptionGroup {
  /// One list for each of many values.
  static let each = OptionGroup("Many lists", [.each, .keep])
}

/// The command line's options for a list for each of many values.
struct EachOptions {
  /// The source of the values.
  enum Values {
    case input
    case file(String)
    case query(path: String, String)
  }

  let values: Values
  let keep: [String]
  /// The members that go into each item; nil if there are none.
  let stamp: ItemStamp?

  /// Reads the options; nil if there is one list.
  init?(_ arguments: Arguments, format: OutputFormat) throws(UsageError) {
    keep = arguments.texts(.keep)
    guard let text = arguments.text(.each) else {
      guard keep.isEmpty else { throw UsageError("--keep needs --each") }
      return nil
    }
    values = try EachOptions.values(text)
    stamp = ItemStamp(keep, isForTable: format == .sqlite)
    if arguments.isSet(.prune), keep.isEmpty {
      throw UsageError("--prune with --each needs --keep, which says which rows are of which value")
    }
    if case .input = values {
      for option in [Option.open, .auth, .map, .headerFile, .data]
      where arguments.texts(option).contains(where: { $0 == "-" || $0 == "@-" }) {
        throw UsageError("--each - and \(option.long) cannot both read standard input")
      }
    }
  }

  static func values(_ text: String) throws(UsageError) -> Values {
    if text == "-" { return .input }
    for colon in text.indices where text[colon] == ":" {
      let path = String(text[..<colon])
      guard isDatabase(path) else { continue }
      return .query(path: path, String(text[text.index(after: colon)...]))
    }
    guard !isDatabase(text) else {
      throw UsageError("--each \(text) needs a query: '\(text): SELECT ...'")
    }
    if text.isEmpty { throw UsageError("--each needs -, a file or a query") }
    return .file(text)
  }

  private static func isDatabase(_ path: String) -> Bool {
    ((try? OutputFormat(fileName: path)) ?? nil) == .sqlite
  }

  /// Opens what the values are read from.
  func source() throws(FetchError) -> ReadItems {
    switch values {
    case .input: return ReadItems(Descriptor.standardInput)
    case .file(let path):
      return ReadItems(
        try mapError({ FetchError.valuesUnreadable(path: path, $0) }, File.openNamed(path)))
    case .query(let path, let query):
      do throws(StoreError) {
        return try ReadItems(path, query)
      } catch .database(let failure) where failure.reason == .other {
        throw .usage(UsageError("--each needs one SELECT on \(path): \(failure.message)"))
      } catch {
        throw .values(path: path, error)
      }
    }
  }

  /// Returns the params that `each` of `open` would have. `open`: its members in `--open`.
  func params(_ open: JSONValue?) throws(UsageError) -> EachParams {
    var object = open?.objectValue ?? JSONObject()
    if !keep.isEmpty { object["keep"] = .array(keep.map(JSONValue.string)) }
    do throws(JSONFieldError) {
      return try EachParams(JSONFields(object, path: "each"), isStreamed: true)
    } catch {
      throw UsageError(
        error.path.hasPrefix("each.keep")
          ? "--keep must be a key path, such as number" : "--open: \(error.sentence)")
    }
  }
}
