import Foundation
import TestSupport
import Testing

/// A named text of the corpus beside this file.
struct CorpusText: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }

  static let accepted = load("accept")
  static let rejected = load("reject")

  private static func load(_ folder: String) -> [CorpusText] {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Corpus/\(folder)")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) ?? []
    return files.sorted().filter { $0.hasSuffix(".json") && CaseFile.runs($0) }.compactMap { file in
      let data = try? Data(contentsOf: path.appending(path: file))
      return data.map { CorpusText(name: String(file.dropLast(5)), bytes: [UInt8]($0)) }
    }
  }
}
