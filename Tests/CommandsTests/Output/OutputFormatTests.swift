import Testing

@testable import Commands

/// Which format a file's name asks for.
struct OutputFormatTests {
  @Test(arguments: [
    ("a.ndjson", OutputFormat.ndjson), ("a.jsonl", .ndjson), ("a.json", .json), ("A.JSON", .json),
    ("a.csv", .csv), ("a.b.tsv", .tsv), ("a.tab", .tsv), ("x/a.html", .html), ("a.htm", .html),
    ("a.sqlite", .sqlite), ("a.sqlite3", .sqlite), ("a.db", .sqlite),
  ])
  func theEndingDecides(name: String, format: OutputFormat) throws {
    #expect(try OutputFormat(fileName: name) == format)
  }

  @Test(arguments: ["a", "a.txt", "a.log", "json", "a.json/b", "/dev/stdout", "a."])
  func otherNamesAskForNone(name: String) throws {
    #expect(try OutputFormat(fileName: name) == nil)
  }

  static let unknown = ["a.csv.gz", "a.zip", "a.xlsx", "a.parquet"]

  @Test(arguments: unknown) func aFormatThatIsNotWrittenIsAMistake(name: String) throws {
    let error = #expect(throws: UsageError.self) { try OutputFormat(fileName: name) }
    #expect(error?.message.contains(name) == true)
  }

  @Test(arguments: unknown) func aNamedFormatIsWrittenToAnyFile(name: String) throws {
    let words = ["u", "-o", name, "--format", "csv"]
    #expect(try FetchOptions(Arguments(words, of: .fetch)).format == .csv)
  }
}
